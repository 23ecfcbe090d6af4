//===- HtmlStyle.cpp - how the page looks, and its highlighting ------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Html.h"

namespace persistify::html {

const char Style[] = R"css(
:root {
  color-scheme: light dark;
  --bg: #f6f7f9; --card: #ffffff; --line: #d9dde3; --text: #1c2128; --soft: #5b6472; --code: #fbfcfd;
  --accent: #0b5cad; --accent-bg: #e6f0fa; --good: #15702f; --good-bg: #e3f5e8; --bad: #b42318; --bad-bg: #fdeae8;
  --warn: #8a5a00; --warn-bg: #fff3d6; --read: #0b5cad; --write: #b3480a; --lit: #ffec99; --lit-edge: #d09a00;
  --mono: ui-monospace, "SFMono-Regular", "Cascadia Mono", "DejaVu Sans Mono", Menlo, Consolas, monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #14171c; --card: #1c2027; --line: #343b46; --text: #e4e8ee; --soft: #a0aab8; --code: #171a20;
    --accent: #78b7f5; --accent-bg: #1b3046; --good: #6fd08a; --good-bg: #16331f; --bad: #ff9086; --bad-bg: #43201d;
    --warn: #eec069; --warn-bg: #3b2e12; --read: #78b7f5; --write: #f0a35e; --lit: #54470f; --lit-edge: #d9b23a;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, "Segoe UI", Roboto, "DejaVu Sans", sans-serif;
  overflow-wrap: anywhere; }
body > * { max-width: 104rem; margin-inline: auto; padding-inline: clamp(.75rem, 2vw, 2rem); }
header { padding-block: 1.5rem .5rem; }
h1 { font-size: 1.5rem; margin: 0; line-height: 1.25; }
h2 { font-size: 1.2rem; margin: 2rem 0 .75rem; font-family: var(--mono); }
h2.words { font-family: inherit; }
h3 { font-size: 1.05rem; margin: 0; line-height: 1.4; }
h4 { font-size: .8rem; margin: 0 0 .5rem; line-height: 1.4; text-transform: uppercase; letter-spacing: .05em; color: var(--soft); }
p { margin: .4rem 0; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: 2px; }
a:focus-visible, summary:focus-visible, [tabindex]:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre, .mono { font-family: var(--mono); font-size: .86em; }
.soft { color: var(--soft); }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin: .6rem 0; padding: 0; list-style: none; }
.chip { border-radius: 1rem; padding: .1rem .7rem; border: 1px solid var(--line); background: var(--card); font-size: .87rem; white-space: nowrap; }
.chip.transformed { color: var(--good); background: var(--good-bg); border-color: transparent; font-weight: 600; }
.chip.refused, .chip.error { color: var(--bad); background: var(--bad-bg); border-color: transparent; font-weight: 600; }
.chip.repetition, .chip.warning { color: var(--warn); background: var(--warn-bg); border-color: transparent; font-weight: 600; }
.wide { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; background: var(--card); }
table { border-collapse: collapse; width: 100%; font-size: .92rem; overflow-wrap: normal; }
th, td { text-align: left; padding: .4rem .75rem; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; color: var(--soft); font-size: .82rem; white-space: nowrap; }
tr:last-child > td { border-bottom: 0; }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .6rem; margin: 0 0 1.5rem; overflow: clip; }
article > header { display: flex; flex-wrap: wrap; gap: .3rem .8rem; align-items: baseline; padding: .9rem 1.1rem; margin: 0;
  border-left: .3rem solid var(--soft); }
article.transformed > header { border-color: var(--good); }
article.refused > header { border-color: var(--bad); }
article.repetition > header { border-color: var(--warn); }
article > header p { flex-basis: 100%; margin: 0; color: var(--soft); }
.part { padding: .9rem 1.1rem; border-top: 1px solid var(--line); min-width: 0; }
.pair { display: grid; grid-template-columns: minmax(0, 1fr); }
.trio { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); border-top: 1px solid var(--line); }
.trio > .part { border-top: 0; }
@media (min-width: 62rem) {
  .pair { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  .pair > .part + .part { border-left: 1px solid var(--line); }
}
.flow, .flow ol { list-style: none; margin: 0; padding: 0; }
.flow .trips { border: 1px solid var(--line); border-left: 3px solid var(--accent); border-radius: .4rem; padding: .1rem .7rem .6rem; margin: .5rem 0; }
.flow .trips > .name { font-size: .84rem; color: var(--accent); font-weight: 600; padding-top: .35rem; }
.phase { display: grid; grid-template-columns: 1.7rem minmax(0, 1fr); column-gap: .6rem; padding: .3rem .4rem; border-radius: .4rem; }
.phase > .n { width: 1.7rem; height: 1.7rem; border-radius: 50%; background: var(--accent-bg); color: var(--accent); text-align: center;
  line-height: 1.7rem; font-weight: 600; font-size: .82rem; }
.phase .what { font-weight: 600; }
.phase .more { font-size: .87rem; color: var(--soft); }
.use { white-space: nowrap; font-family: var(--mono); font-size: .8rem; margin-right: .5rem; border-radius: .25rem; padding: 0 .2rem; }
.use.r { color: var(--read); } .use.w, .use.rw { color: var(--write); }
.barrier { margin: .35rem 0; border-top: 3px solid var(--write); padding: .15rem .4rem .1rem; font-size: .87rem; }
.barrier > b { color: var(--write); }
.barrier ul, ul.plain { margin: 0; padding-left: 1.1rem; }
.free { margin: .25rem 0; border-top: 1px dashed var(--soft); padding: .1rem .4rem 0; font-size: .84rem; color: var(--soft); }
.free > b { color: var(--good); font-weight: 600; }
dl { margin: 0; display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .25rem .9rem; font-size: .92rem; }
dt { color: var(--soft); } dd { margin: 0; }
@media (max-width: 30rem) { dl { grid-template-columns: minmax(0, 1fr); } dd { margin: 0 0 .3rem .6rem; } }
.names { display: flex; flex-wrap: wrap; gap: .15rem .6rem; }
.off { color: var(--soft); }
section > * + h4 { margin-top: 1rem; }
.box { border: 1px solid var(--line); border-radius: .4rem; background: var(--code); margin: .4rem 0 .8rem; overflow: hidden; }
.box > .path { font: 600 .78rem/1.4 var(--mono); padding: .3rem .7rem; border-bottom: 1px solid var(--line); color: var(--soft); }
.code { overflow: auto; max-height: 40rem; font: .8rem/1.5 var(--mono); tab-size: 8; overflow-wrap: normal; }
.code > div { display: grid; grid-template-columns: 3.4rem minmax(max-content, 1fr); min-width: 100%; width: max-content; }
.code > div > :first-child { text-align: right; padding-right: .8rem; color: var(--soft); user-select: none; text-decoration: none; position: sticky; left: 0;
  background: var(--code); border-right: 1px solid var(--line); }
.code > div > a:first-child { color: var(--accent); font-weight: 600; }
.code > div > :last-child { white-space: pre; padding: 0 1rem 0 .6rem; font-size: 1em; }
.code .in > :last-child { background: color-mix(in srgb, var(--accent-bg) 45%, transparent); }
.code .hit > :last-child { background: var(--bad-bg); }
.code .gap { color: var(--soft); padding-left: 4rem; display: block; }
.code .sync { color: var(--write); font-weight: 600; }
mark { background: none; color: var(--bad); font-weight: 700; text-decoration: underline wavy 1px; text-underline-offset: 3px; }
[data-k] { transition: background-color .1s; }
.lit, .code .lit > *, .code :target > * { background: var(--lit) !important; }
.code .lit > :first-child, .code :target > :first-child { box-shadow: inset 3px 0 var(--lit-edge); }
article:target { outline: 2px solid var(--lit-edge); outline-offset: 2px; }
details > summary { cursor: pointer; color: var(--accent); font-size: .9rem; padding: .2rem 0; }
details.inbox > summary { padding: .3rem .7rem; border-bottom: 1px solid var(--line); }
pre.plain { background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .5rem .8rem; overflow-x: auto; margin: .4rem 0;
  overflow-wrap: normal; }
.reason { border-left: 3px solid var(--bad); padding: .1rem 0 .1rem .9rem; margin: .8rem 0; }
.reason.note { border-color: var(--accent); }
.reason.note .hit > :last-child { background: var(--accent-bg); }
.reason.note mark { color: var(--accent); text-decoration-style: solid; } .reason.warning { border-color: var(--bad); }
.reason .message { font-weight: 600; }
.cure { background: var(--good-bg); border-radius: .3rem; padding: .25rem .6rem; display: inline-block; }
.cure b { color: var(--good); }
.bars { display: grid; grid-template-columns: max-content minmax(4rem, 24rem) max-content; gap: .3rem .7rem; align-items: center; font-size: .9rem; }
@media (max-width: 30rem) { .bars { grid-template-columns: minmax(0, 1fr) max-content; } .bars > .bar { grid-column: 1 / -1; grid-row: auto; } }
.bar { height: .8rem; border-radius: .2rem; background: var(--soft); min-width: 2px; display: block; }
.bar.persistent { background: var(--good); }
.graph { overflow-x: auto; }
.graph svg { display: block; width: 100%; min-width: 28rem; max-width: 44rem; height: auto; font: 12px var(--mono); }
.graph text { fill: var(--text); } .graph .dim { fill: var(--soft); font-size: 10.5px; }
.graph .node { fill: var(--card); stroke: var(--accent); stroke-width: 1.3; }
.graph .buffer .node { stroke: var(--soft); }
.graph .rotates .node { stroke-dasharray: 4 3; }
.graph path { fill: none; stroke-width: 1.5; }
.graph .r { stroke: var(--read); } .graph .w, .graph .rw { stroke: var(--write); }
.graph .wall { stroke: var(--write); stroke-width: 3; }
.graph .back { stroke: var(--accent); stroke-width: 1.5; stroke-dasharray: 5 3; }
.graph .heads .r { fill: var(--read); stroke: none; } .graph .heads .w { fill: var(--write); stroke: none; } .graph .heads .b { fill: var(--accent); stroke: none; }
.graph g.lit { background: none !important; } .graph g.lit .node { fill: var(--lit); stroke: var(--lit-edge); stroke-width: 2; }
.graph path.lit { background: none !important; stroke-width: 3.2; }
.legend { font-size: .84rem; color: var(--soft); display: flex; flex-wrap: wrap; gap: .2rem 1rem; margin: .4rem 0 0; }
.legend i { display: inline-block; width: 1.4rem; border-top: 2px solid; margin-right: .3rem; vertical-align: middle; }
footer { padding-block: 1rem 2rem; color: var(--soft); font-size: .85rem; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
@media print { .code { max-height: none; } article { break-inside: avoid; } }
)css";

const char Script[] = R"js(
"use strict";
(function () {
  // What belongs together has a key in common; data-k holds the keys of an element.
  var byKey = new Map(), lit = [], pinned = null;
  document.querySelectorAll("[data-k]").forEach(function (e) {
    e.getAttribute("data-k").split(" ").forEach(function (k) {
      if (!byKey.has(k)) byKey.set(k, []);
      byKey.get(k).push(e);
    });
  });
  function keysOf(target) {
    var e = target instanceof Element ? target.closest("[data-k]") : null;
    return e ? e.getAttribute("data-k").split(" ") : null;
  }
  function light(keys) {
    lit.forEach(function (e) { e.classList.remove("lit"); });
    lit = [];
    (keys || []).forEach(function (k) {
      (byKey.get(k) || []).forEach(function (e) { e.classList.add("lit"); lit.push(e); });
    });
  }
  // Shows the first partner in each box of code, without moving the page.
  function reveal(from, keys) {
    var own = from.closest(".code"), seen = [];
    keys.forEach(function (k) {
      (byKey.get(k) || []).forEach(function (e) {
        var box = e.closest(".code");
        if (!box || box === own || seen.indexOf(box) >= 0) return;
        seen.push(box);
        for (var d = box.closest("details"); d; d = d.parentElement.closest("details")) d.open = true;
        box.scrollTop += e.getBoundingClientRect().top - box.getBoundingClientRect().top - box.clientHeight / 3;
      });
    });
  }
  document.addEventListener("pointerover", function (ev) { light(keysOf(ev.target) || pinned); });
  document.addEventListener("focusin", function (ev) { var k = keysOf(ev.target); if (k) light(k); });
  document.addEventListener("click", function (ev) {
    var keys = keysOf(ev.target);
    if (!keys) { pinned = null; light(null); return; }
    pinned = keys;
    light(keys);
    reveal(ev.target, keys);
    // A number of a line leads to its partner: beside it, if both are in sight.
    var a = ev.target.closest("a");
    if (a && a.closest(".code") && window.matchMedia("(min-width: 62rem)").matches) ev.preventDefault();
  });
  document.addEventListener("keydown", function (ev) { if (ev.key === "Escape") { pinned = null; light(null); } });
  // What a link leads to may be folded away.
  function unfold() {
    var e = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
    for (var d = e && e.closest("details"), open = false; d; d = d.parentElement.closest("details"))
      if (!d.open) { d.open = true; open = true; }
    if (open) e.scrollIntoView();
  }
  window.addEventListener("hashchange", unfold);
  unfold();
})();
)js";

} // namespace persistify::html
