// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"use strict";
const top_ = document.body.dataset.top, field = document.getElementById("search"), results = document.getElementById("results");

const nav = document.querySelector("details.nav");
if (window.matchMedia("(min-width: 64rem)").matches) nav.open = true;

// Sections that have all words, those with a word in a heading first.
function find(query) {
  const words = query.toLowerCase().split(/\s+/).filter(w => w);
  if (!words.length) return [];
  const found = [];
  INDEX.forEach(([url, title, heading, text], order) => {
    const t = title.toLowerCase(), h = heading.toLowerCase(), b = text.toLowerCase();
    let score = 0;
    for (const w of words) {
      const here = (t === w ? 40 : t.includes(w) ? 8 : 0) + (h === w ? 30 : h.includes(w) ? 12 : 0) + (b.includes(w) ? 3 : 0);
      if (!here) return;
      score += here;
    }
    if (b.includes(query.toLowerCase().trim())) score += 6;
    found.push({url, title, heading, text, score, order});
  });
  return found.sort((x, y) => y.score - x.score || x.order - y.order).slice(0, 12);
}

function excerpt(text, words) {
  const lower = text.toLowerCase();
  const at = Math.max(0, Math.min(...words.map(w => lower.indexOf(w)).filter(i => i >= 0), text.length) - 40);
  const part = (at ? "… " : "") + text.slice(at, at + 150);
  const pattern = new RegExp("(" + words.map(w => w.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|") + ")", "gi");
  return part.split(pattern).map((piece, i) => {
    if (i % 2 === 0) return document.createTextNode(piece);
    const mark = document.createElement("mark");
    mark.textContent = piece;
    return mark;
  });
}

function show() {
  const words = field.value.toLowerCase().split(/\s+/).filter(w => w);
  const found = find(field.value);
  results.replaceChildren(...found.map(f => {
    const item = document.createElement("li"), link = document.createElement("a"), small = document.createElement("small");
    link.href = top_ + f.url;
    link.textContent = f.heading === f.title ? f.title : f.title + ": " + f.heading;
    small.append(...excerpt(f.text, words));
    link.append(small);
    item.append(link);
    return item;
  }));
  if (words.length && !found.length) {
    const item = document.createElement("li");
    item.textContent = "Nothing has all of these words.";
    results.append(item);
  }
  results.hidden = !words.length;
}

field.addEventListener("input", show);
field.addEventListener("keydown", event => {
  if (event.key === "Enter" && results.querySelector("a")) location.href = results.querySelector("a").href;
  if (event.key === "Escape") { field.value = ""; show(); }
});
document.addEventListener("click", event => { if (!event.target.closest("header")) results.hidden = true; });
document.addEventListener("keydown", event => {
  if (event.key === "/" && document.activeElement !== field) { event.preventDefault(); field.focus(); }
});
