// SPDX-License-Identifier: Apache-2.0

package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"strconv"
)

// mutant is one change of a file.
type mutant struct {
	file       string
	line       int
	start, end int // of the bytes that are replaced
	text       string
	what       string // the change in words: "< becomes <="
}

// apply returns a source with the change.
func (m *mutant) apply(source []byte) []byte {
	return fmt.Appendf(nil, "%s%s%s", source[:m.start], m.text, source[m.end:])
}

// swaps are the replacements of each operator.
var swaps = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.GTR: {token.GEQ, token.LEQ},
	token.LEQ: {token.LSS, token.GTR}, token.GEQ: {token.GTR, token.LSS},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.AND}, token.AND_NOT: {token.AND},
	token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.INC: {token.DEC}, token.DEC: {token.INC},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.MUL_ASSIGN: {token.QUO_ASSIGN}, token.QUO_ASSIGN: {token.MUL_ASSIGN},
	token.AND_ASSIGN: {token.OR_ASSIGN}, token.OR_ASSIGN: {token.AND_ASSIGN}, token.XOR_ASSIGN: {token.OR_ASSIGN},
	token.SHL_ASSIGN: {token.SHR_ASSIGN}, token.SHR_ASSIGN: {token.SHL_ASSIGN},
}

// mutants returns all changes of a file.
func mutants(path string, source []byte) ([]mutant, error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	c := collector{files: files, file: path, source: source}
	ast.Inspect(file, c.visit)
	return c.all, nil
}

// collector collects the changes of a file.
type collector struct {
	files  *token.FileSet
	file   string
	source []byte
	all    []mutant
}

func (c *collector) visit(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		c.operator(n.OpPos, n.Op)
		if n.Op.Precedence() == token.EQL.Precedence() {
			c.boundary(n.X)
			c.boundary(n.Y)
		}
	case *ast.IncDecStmt:
		c.operator(n.TokPos, n.Tok)
	case *ast.AssignStmt:
		c.operator(n.TokPos, n.Tok)
	case *ast.UnaryExpr:
		if n.Op == token.NOT {
			c.replace(n.OpPos, n.OpPos+1, "", "! is gone")
		}
	case *ast.IfStmt:
		c.negate(n.Cond)
	case *ast.ForStmt:
		if n.Cond != nil {
			c.negate(n.Cond)
		}
	case *ast.SliceExpr:
		c.boundary(n.Low)
		c.boundary(n.High)
	case *ast.ValueSpec:
		for _, v := range n.Values {
			c.boundary(v)
		}
	}
	return true
}

func (c *collector) operator(at token.Pos, old token.Token) {
	for _, op := range swaps[old] {
		c.replace(at, at+token.Pos(len(old.String())), op.String(), fmt.Sprintf("%s becomes %s", old, op))
	}
}

// negate negates a condition that the other changes do not.
func (c *collector) negate(cond ast.Expr) {
	if _, binary := cond.(*ast.BinaryExpr); binary {
		return
	}
	text := string(c.source[c.offset(cond.Pos()):c.offset(cond.End())])
	c.replace(cond.Pos(), cond.End(), "!("+text+")", text+" is negated")
}

// boundary adds 1 to a whole number.
func (c *collector) boundary(e ast.Expr) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.INT {
		return
	}
	if n, err := strconv.ParseInt(literal.Value, 0, 64); err == nil {
		c.replace(e.Pos(), e.End(), strconv.FormatInt(n+1, 10), fmt.Sprintf("%s becomes %d", literal.Value, n+1))
	}
}

func (c *collector) replace(from, to token.Pos, text, what string) {
	c.all = append(c.all, mutant{
		file: c.file, line: c.files.Position(from).Line, start: c.offset(from), end: c.offset(to), text: text, what: what,
	})
}

func (c *collector) offset(p token.Pos) int { return c.files.Position(p).Offset }

// draw returns a random change of a random line. Lines with many operators are not
// preferred.
func draw(all []mutant, random *rand.Rand) mutant {
	type place struct {
		file string
		line int
	}
	var places []place
	changes := map[place][]mutant{}
	for _, m := range all {
		at := place{m.file, m.line}
		if changes[at] == nil {
			places = append(places, at)
		}
		changes[at] = append(changes[at], m)
	}
	here := changes[places[random.IntN(len(places))]]
	return here[random.IntN(len(here))]
}
