//===- ParseBody.cpp - statements in the text of a region --------------------===//
//
// Part of persistify, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Parse.h"

namespace persistify::region {

static ExprP sizeConstant(uint64_t Bits) {
  Expr E;
  E.T = {ScalarType::Unsigned, 64};
  E.Bits = Bits;
  return std::make_shared<const Expr>(std::move(E));
}

unsigned Parser::kernelName() {
  auto It = Tok.K == Token::Word ? Kernels.find(Tok.Text) : Kernels.end();
  if (It == Kernels.end()) {
    fail(Tok.K == Token::Word ? "there is no kernel '" + Tok.Text + "'" : "expected the name of a kernel");
    return 0;
  }
  const unsigned K = It->second;
  advance();
  return K;
}

void Parser::values(std::vector<ExprP> &To) {
  expect("(");
  while (!failed() && !Tok.is(")")) {
    To.push_back(expression());
    if (!consume(","))
      break;
  }
  expect(")");
}

ExprP Parser::offset() { return consumeWord("at") ? optional() : sizeConstant(0); }

void Parser::sizes(ExprP (&V)[3], unsigned &N) {
  N = 0;
  expect("[");
  while (!failed() && !Tok.is("]")) {
    if (N == 3)
      return fail("a launch has three dimensions at most");
    V[N++] = optional();
    if (!consume(","))
      break;
  }
  expect("]");
}

void Parser::end(Stmt &S) {
  S.What = defaultWhat(S.K);
  fields([&] {
    text("what", S.What);
    flag("ignored", S.StatusIgnored);
    place(S.Range);
  });
}

void Parser::block(StmtList &To) {
  if (++Depth > 1000)
    fail("blocks are nested too deeply");
  expect("{");
  while (!failed() && !Tok.is("}") && Tok.K != Token::End)
    statement(To);
  expect("}");
  --Depth;
}

/// The variable or array element that gets something.
void Parser::target(Stmt &S, bool OfHandle) {
  const llvm::StringMap<unsigned> &Of = OfHandle ? Handles : Vars;
  auto It = Tok.K == Token::Name ? Of.find(Tok.Text) : Of.end();
  if (It == Of.end())
    return fail(Tok.K == Token::Name ? "there is no variable '%" + Tok.Text + "'" : "expected a variable, as in %name");
  S.Var = It->second;
  advance();
  index(S.Index);
}

/// %NAME = ...
void Parser::byName(Stmt &S) {
  const bool OfHandle = Handles.count(Tok.Text);
  target(S, OfHandle);
  expect("=");
  if (OfHandle) {
    S.K = Stmt::AssignHandle;
    const bool New = consumeWord("new");
    S.H = handleValue();
    if (New) {
      expectWord("bytes");
      S.E = expression();
    }
  } else if (consumeWord("same")) {
    S.K = Stmt::SameHandle;
    S.H = handleValue();
    expect(",");
    S.H2 = handleValue();
  } else {
    S.K = Stmt::Assign;
    S.E = expression();
  }
}

void Parser::setArg(Stmt &S) {
  S.K = Stmt::SetArg;
  S.KernelSlot = kernelName();
  expect("[");
  S.ArgIndex = unsigned(integer());
  expect("]");
  expect("=");
  ArgValue &A = S.Arg;
  if (consumeWord("local")) {
    A.K = ArgValue::NullPointer;
    A.Size = optional();
  } else if (consumeWord("value")) {
    ExprP E = expression();
    const unsigned Bytes = E ? E->T.bytes() : 0;
    A.Size = sizeConstant(Bytes);
    A.Pieces.push_back({0, Bytes, E});
  } else if (consumeWord("bytes")) {
    A.Size = optional();
    expect("(");
    while (!failed() && !Tok.is(")")) {
      ArgValue::Piece P;
      P.Offset = unsigned(integer());
      expect("+");
      P.Size = unsigned(integer());
      expect(":");
      P.E = optional();
      A.Pieces.push_back(std::move(P));
      if (!consume(","))
        break;
    }
    expect(")");
  } else {
    A.K = ArgValue::HandleValue;
    A.H = handleValue();
    A.Size = consumeWord("size") ? optional() : sizeConstant(8);
  }
}

void Parser::launch(Stmt &S) {
  S.K = Stmt::Launch;
  S.KernelSlot = kernelName();
  expectWord("global");
  sizes(S.Global, S.Dim);
  if (consumeWord("dim"))
    S.Dim = unsigned(integer());
  unsigned N = 0;
  S.HasLocal = Tok.isWord("local");
  if (consumeWord("local") || consumeWord("no_local"))
    sizes(S.Local, N);
  if (consumeWord("offset"))
    sizes(S.Offset, N);
}

bool Parser::transfer(Stmt &S) {
  auto Size = [&](uint64_t Usual) { S.Size = unsigned(consumeWord("size") ? integer() : Usual); };
  if (consumeWord("read")) {
    S.K = Stmt::ReadBack;
    target(S, false);
    expectWord("from");
    S.H = handleValue();
    S.Offset[0] = offset();
    Size(failed() ? 0 : R->Vars[S.Var].T.bytes());
  } else if (consumeWord("write")) {
    S.K = Stmt::Upload;
    S.Value = expression();
    expectWord("to");
    S.H = handleValue();
    S.Offset[0] = offset();
    Size(S.Value->T.bytes());
  } else if (consumeWord("copy")) {
    S.K = Stmt::Copy;
    S.H = handleValue();
    S.Offset[0] = offset();
    expectWord("to");
    S.H2 = handleValue();
    S.Offset[1] = offset();
    expectWord("bytes");
    S.E = expression();
  } else if (consumeWord("fill")) {
    S.K = Stmt::Fill;
    S.H = handleValue();
    S.Offset[0] = offset();
    expectWord("with");
    S.Value = expression();
    expectWord("bytes");
    S.E = expression();
    Size(S.Value->T.bytes());
  } else {
    return false;
  }
  return true;
}

void Parser::loop(Stmt &S) {
  S.K = Stmt::Loop;
  if (consumeWord("while"))
    S.E = expression();
  end(S);
  if (consumeWord("before"))
    block(S.Before);
  if (consumeWord("next"))
    block(S.Next);
  block(S.Body);
}

void Parser::bail(Stmt &S) {
  S.K = Stmt::Bail;
  bool Known = false;
  for (unsigned I = 0; I < std::size(BailReasons) && !Known; ++I)
    if (consumeWord(BailReasons[I])) {
      S.Why = Stmt::BailReason(I);
      Known = true;
    }
  if (!Known)
    fail("expected the reason of a bail: path, division, out_of_range, ...");
  S.ForHost = consumeWord("for_host");
  if (consumeWord("if"))
    S.E = expression();
}

/// What has no statements in it.
bool Parser::leaf(Stmt &S) {
  if (Tok.K == Token::Name) {
    byName(S);
  } else if (consumeWord("make")) {
    S.K = Stmt::MakeKernel;
    S.KernelSlot = kernelName();
  } else if (consumeWord("arg")) {
    setArg(S);
  } else if (consumeWord("launch")) {
    launch(S);
  } else if (consumeWord("leave")) {
    S.K = Stmt::Leave;
    S.Label = unsigned(integer());
  } else if (consumeWord("break")) {
    S.K = Stmt::Break;
  } else if (consumeWord("continue")) {
    S.K = Stmt::Continue;
  } else if (consumeWord("exit")) {
    S.K = Stmt::Exit;
    S.ExitIndex = unsigned(integer());
  } else if (consumeWord("log")) {
    S.K = Stmt::Log;
    S.Site = unsigned(integer());
    values(S.Values);
  } else if (consumeWord("bail")) {
    bail(S);
  } else {
    return transfer(S);
  }
  return true;
}

void Parser::statement(StmtList &To) {
  Stmt S;
  if (leaf(S)) {
    end(S);
  } else if (consumeWord("if")) {
    S.K = Stmt::If;
    S.E = expression();
    end(S);
    block(S.Body);
    if (consumeWord("else"))
      block(S.Else);
  } else if (Tok.isWord("loop") || Tok.isWord("do")) {
    S.TestLast = Tok.isWord("do");
    advance();
    loop(S);
  } else if (consumeWord("block")) {
    S.K = Stmt::Block;
    S.Label = unsigned(integer());
    end(S);
    block(S.Body);
  } else if (consumeWord("solo")) {
    S.K = Stmt::Solo;
    end(S);
    block(S.Body);
  } else {
    fail("expected a statement");
  }
  To.push_back(std::move(S));
}

} // namespace persistify::region
