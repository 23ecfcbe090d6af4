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
  auto It = In.tok().K == Token::Word ? Names.Kernels.find(In.tok().Text) : Names.Kernels.end();
  if (It == Names.Kernels.end()) {
    In.fail(In.tok().K == Token::Word ? "there is no kernel '" + In.tok().Text + "'" : "expected the name of a kernel");
    return 0;
  }
  const unsigned K = It->second;
  In.advance();
  return K;
}

ExprP Parser::offset() { return In.consumeWord("at") ? X.optional() : sizeConstant(0); }

void Parser::sizes(ExprP (&V)[3], unsigned &N) {
  N = 0;
  In.expect("[");
  while (!In.failed() && !In.tok().is("]")) {
    if (N == 3)
      return In.fail("a launch has three dimensions at most");
    V[N++] = X.optional();
    if (!In.consume(","))
      break;
  }
  In.expect("]");
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
  if (++In.Depth > 1000)
    In.fail("blocks are nested too deeply");
  In.expect("{");
  while (!In.failed() && !In.tok().is("}") && In.tok().K != Token::End)
    statement(To);
  In.expect("}");
  --In.Depth;
}

/// The variable or array element that gets something.
void Parser::target(Stmt &S, bool OfHandle) {
  const llvm::StringMap<unsigned> &Of = OfHandle ? Names.Handles : Names.Vars;
  auto It = In.tok().K == Token::Name ? Of.find(In.tok().Text) : Of.end();
  if (It == Of.end())
    return In.fail(In.tok().K == Token::Name ? "there is no variable '%" + In.tok().Text + "'"
                                             : "expected a variable, as in %name");
  S.Var = It->second;
  In.advance();
  X.index(S.Index);
}

/// %NAME = ...
void Parser::byName(Stmt &S) {
  const bool OfHandle = Names.Handles.count(In.tok().Text);
  target(S, OfHandle);
  In.expect("=");
  if (OfHandle) {
    S.K = Stmt::AssignHandle;
    const bool New = In.consumeWord("new");
    S.H = X.handle();
    if (New) {
      In.expectWord("bytes");
      S.E = X.expression();
    }
  } else if (In.consumeWord("same")) {
    S.K = Stmt::SameHandle;
    S.H = X.handle();
    In.expect(",");
    S.H2 = X.handle();
  } else {
    S.K = Stmt::Assign;
    S.E = X.expression();
  }
}

void Parser::setArg(Stmt &S) {
  S.K = Stmt::SetArg;
  S.KernelSlot = kernelName();
  In.expect("[");
  S.ArgIndex = unsigned(In.integer());
  In.expect("]");
  In.expect("=");
  ArgValue &A = S.Arg;
  if (In.consumeWord("local")) {
    A.K = ArgValue::NullPointer;
    A.Size = X.optional();
  } else if (In.consumeWord("value")) {
    ExprP E = X.expression();
    const unsigned Bytes = E ? E->T.bytes() : 0;
    A.Size = sizeConstant(Bytes);
    A.Pieces.push_back({0, Bytes, E});
  } else if (In.consumeWord("bytes")) {
    A.Size = X.optional();
    In.expect("(");
    while (!In.failed() && !In.tok().is(")")) {
      ArgValue::Piece P;
      P.Offset = unsigned(In.integer());
      In.expect("+");
      P.Size = unsigned(In.integer());
      In.expect(":");
      P.E = X.optional();
      A.Pieces.push_back(std::move(P));
      if (!In.consume(","))
        break;
    }
    In.expect(")");
  } else {
    A.K = ArgValue::HandleValue;
    A.H = X.handle();
    A.Size = In.consumeWord("size") ? X.optional() : sizeConstant(8);
  }
}

void Parser::launch(Stmt &S) {
  S.K = Stmt::Launch;
  S.KernelSlot = kernelName();
  In.expectWord("global");
  sizes(S.Global, S.Dim);
  if (In.consumeWord("dim"))
    S.Dim = unsigned(In.integer());
  unsigned N = 0;
  S.HasLocal = In.tok().isWord("local");
  if (In.consumeWord("local") || In.consumeWord("no_local"))
    sizes(S.Local, N);
  if (In.consumeWord("offset"))
    sizes(S.Offset, N);
}

bool Parser::transfer(Stmt &S) {
  auto Size = [&](uint64_t Usual) { S.Size = unsigned(In.consumeWord("size") ? In.integer() : Usual); };
  if (In.consumeWord("read")) {
    S.K = Stmt::ReadBack;
    target(S, false);
    In.expectWord("from");
    S.H = X.handle();
    S.Offset[0] = offset();
    Size(In.failed() ? 0 : R->Vars[S.Var].T.bytes());
  } else if (In.consumeWord("write")) {
    S.K = Stmt::Upload;
    S.Value = X.expression();
    In.expectWord("to");
    S.H = X.handle();
    S.Offset[0] = offset();
    Size(S.Value->T.bytes());
  } else if (In.consumeWord("copy")) {
    S.K = Stmt::Copy;
    S.H = X.handle();
    S.Offset[0] = offset();
    In.expectWord("to");
    S.H2 = X.handle();
    S.Offset[1] = offset();
    In.expectWord("bytes");
    S.E = X.expression();
  } else if (In.consumeWord("fill")) {
    S.K = Stmt::Fill;
    S.H = X.handle();
    S.Offset[0] = offset();
    In.expectWord("with");
    S.Value = X.expression();
    In.expectWord("bytes");
    S.E = X.expression();
    Size(S.Value->T.bytes());
  } else {
    return false;
  }
  return true;
}

void Parser::loop(Stmt &S) {
  S.K = Stmt::Loop;
  if (In.consumeWord("while"))
    S.E = X.expression();
  end(S);
  if (In.consumeWord("before"))
    block(S.Before);
  if (In.consumeWord("next"))
    block(S.Next);
  block(S.Body);
}

void Parser::bail(Stmt &S) {
  S.K = Stmt::Bail;
  bool Known = false;
  for (unsigned I = 0; I < std::size(BailReasons) && !Known; ++I)
    if (In.consumeWord(BailReasons[I])) {
      S.Why = Stmt::BailReason(I);
      Known = true;
    }
  if (!Known)
    In.fail("expected the reason of a bail: path, division, out_of_range, ...");
  S.ForHost = In.consumeWord("for_host");
  if (In.consumeWord("if"))
    S.E = X.expression();
}

/// What has no statements in it.
bool Parser::leaf(Stmt &S) {
  if (In.tok().K == Token::Name) {
    byName(S);
  } else if (In.consumeWord("make")) {
    S.K = Stmt::MakeKernel;
    S.KernelSlot = kernelName();
  } else if (In.consumeWord("arg")) {
    setArg(S);
  } else if (In.consumeWord("launch")) {
    launch(S);
  } else if (In.consumeWord("leave")) {
    S.K = Stmt::Leave;
    S.Label = unsigned(In.integer());
  } else if (In.consumeWord("break")) {
    S.K = Stmt::Break;
  } else if (In.consumeWord("continue")) {
    S.K = Stmt::Continue;
  } else if (In.consumeWord("exit")) {
    S.K = Stmt::Exit;
    S.ExitIndex = unsigned(In.integer());
  } else if (In.consumeWord("log")) {
    S.K = Stmt::Log;
    S.Site = unsigned(In.integer());
    X.values(S.Values);
  } else if (In.consumeWord("bail")) {
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
  } else if (In.consumeWord("if")) {
    S.K = Stmt::If;
    S.E = X.expression();
    end(S);
    block(S.Body);
    if (In.consumeWord("else"))
      block(S.Else);
  } else if (In.tok().isWord("loop") || In.tok().isWord("do")) {
    S.TestLast = In.tok().isWord("do");
    In.advance();
    loop(S);
  } else if (In.consumeWord("block")) {
    S.K = Stmt::Block;
    S.Label = unsigned(In.integer());
    end(S);
    block(S.Body);
  } else if (In.consumeWord("solo")) {
    S.K = Stmt::Solo;
    end(S);
    block(S.Body);
  } else {
    In.fail("expected a statement");
  }
  To.push_back(std::move(S));
}

} // namespace persistify::region
