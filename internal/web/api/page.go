// SPDX-License-Identifier: Apache-2.0

package api

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"

	"cairn/internal/web"
)

// apiView is the page of the API.
type apiView struct {
	web.Page
	Text     string
	Sections []section
	Schemas  []schemaView
	Codes    []web.Choice // of errors
	codes    []string
}

// section is a group of operations.
type section struct {
	Name, Text string
	Operations []operationView
}

// operationView is an operation: a method and an address.
type operationView struct {
	ID, Method, Path string
	Summary, Text    string
	Scope            string // that a token needs; empty if none is needed
	Public           bool   // it also works without a token
	Fields           []fieldView
	Answer           string // name of its schema
}

// fieldView is a parameter or a field of a body or an answer.
type fieldView struct {
	Name, In, Type, Ref, Text string
	Required                  bool
}

// schemaView is a schema that several operations share.
type schemaView struct {
	Name, Text, Type string
	Fields           []fieldView
}

// document has the parts of the OpenAPI document that the page shows.
type document struct {
	Info  struct{ Description string }
	Tags  []struct{ Name, Description string }
	Paths map[string]struct {
		Parameters []parameter
		Get, Post  *operation
	}
	Components struct {
		Parameters map[string]parameter
		Schemas    map[string]*schema
	}
}

type operation struct {
	OperationID          string
	Tags                 []string
	Summary, Description string
	Security             []map[string][]string
	Parameters           []parameter
	RequestBody          *struct{ Content map[string]media }
	Responses            map[string]struct{ Content map[string]media }
}

type media struct{ Schema *schema }

type parameter struct {
	Ref                   string `json:"$ref"`
	Name, In, Description string
	Required              bool
	Schema                *schema
}

type schema struct {
	Ref         string `json:"$ref"`
	Type        any
	Enum        []any
	Const       any
	Description string
	Properties  map[string]*schema
	Required    []string
	Items       *schema
	OneOf       []*schema
}

func (s *handlers) show(w http.ResponseWriter, r *http.Request) error {
	v := *described()
	t := s.core.Texts(r)
	v.Page = s.core.Page(r, t.Text("web.api.title"))
	v.Codes = t.Choices("web.error.code.", v.codes...)
	return s.core.Render(w, http.StatusOK, "api", &v)
}

// parsed returns the document.
var parsed = sync.OnceValue(func() *document {
	var d document
	if err := json.Unmarshal(Document(), &d); err != nil {
		panic(fmt.Sprintf("api: %v", err))
	}
	return &d
})

// accepted returns what the operations of the document accept, by their patterns.
func (d *document) accepted() map[string]web.Operation {
	all := map[string]web.Operation{}
	for address, item := range d.Paths {
		for method, o := range map[string]*operation{http.MethodGet: item.Get, http.MethodPost: item.Post} {
			if o == nil {
				continue
			}
			accepts := web.Operation{Query: map[string]web.Parameter{}}
			for _, p := range slices.Concat(item.Parameters, o.Parameters) {
				if p.In == "query" {
					accepts.Query[p.Name] = web.Parameter{Whole: p.Schema.Type == "integer", Choices: p.Schema.Enum}
				}
			}
			if o.RequestBody != nil {
				accepts.Fields = slices.Collect(maps.Keys(d.body(o).Properties))
			}
			all[method+" "+address] = accepts
		}
	}
	return all
}

// body returns the schema of the body of an operation.
func (d *document) body(o *operation) *schema {
	body := o.RequestBody.Content["application/json"].Schema
	if body.Ref != "" {
		body = d.Components.Schemas[path.Base(body.Ref)]
	}
	return body
}

// described makes the page from the document, once.
var described = sync.OnceValue(func() *apiView {
	d := parsed()
	v := &apiView{Text: d.Info.Description}
	for _, tag := range d.Tags {
		part := section{Name: tag.Name, Text: tag.Description}
		for _, address := range slices.Sorted(maps.Keys(d.Paths)) {
			item := d.Paths[address]
			for i, o := range []*operation{item.Get, item.Post} {
				if o != nil && o.Tags[0] == tag.Name {
					method := []string{http.MethodGet, http.MethodPost}[i]
					part.Operations = append(part.Operations, d.operation(method, address, o, item.Parameters))
				}
			}
		}
		v.Sections = append(v.Sections, part)
	}
	for _, name := range slices.Sorted(maps.Keys(d.Components.Schemas)) {
		s := d.Components.Schemas[name]
		if name == "Problem" {
			for _, code := range s.Properties["code"].Enum {
				v.codes = append(v.codes, fmt.Sprint(code))
			}
		}
		v.Schemas = append(v.Schemas, schemaView{name, s.Description, typeOf(s), fieldsOf("", s)})
	}
	return v
})

// operation describes an operation.
func (d *document) operation(method, address string, o *operation, shared []parameter) operationView {
	v := operationView{ID: o.OperationID, Method: method, Path: web.APIPrefix + address, Summary: o.Summary, Text: o.Description, Public: len(o.Security) == 0}
	for _, need := range o.Security {
		if scopes := need["token"]; len(scopes) > 0 {
			v.Scope = scopes[0]
		} else {
			v.Public = true
		}
	}
	for _, p := range slices.Concat(shared, o.Parameters) {
		if p.Ref != "" {
			p = d.Components.Parameters[path.Base(p.Ref)]
		}
		v.Fields = append(v.Fields, fieldView{p.Name, p.In, typeOf(p.Schema), "", cmp.Or(p.Description, p.Schema.Description), p.Required})
	}
	if o.RequestBody != nil {
		v.Fields = append(v.Fields, fieldsOf("body", d.body(o))...)
	}
	for _, content := range o.Responses["200"].Content {
		if ref := content.Schema.Ref; ref != "" {
			v.Answer = path.Base(ref)
		}
	}
	return v
}

// fieldsOf lists the properties of a schema, required ones first.
func fieldsOf(in string, s *schema) []fieldView {
	var list []fieldView
	for _, required := range []bool{true, false} {
		for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
			if p := s.Properties[name]; slices.Contains(s.Required, name) == required {
				list = append(list, fieldView{name, in, typeOf(p), refOf(p), p.Description, required})
			}
		}
	}
	return list
}

// refOf returns the name of the schema that another one refers to.
func refOf(s *schema) string {
	switch {
	case s.Ref != "":
		return path.Base(s.Ref)
	case s.Items != nil:
		return refOf(s.Items)
	case len(s.OneOf) > 0:
		return refOf(s.OneOf[0])
	}
	return ""
}

// typeOf describes the type of a value.
func typeOf(s *schema) string {
	quoted := func(value any) string { return fmt.Sprintf("%q", value) }
	switch several, _ := s.Type.([]any); {
	case s.Ref != "":
		return path.Base(s.Ref)
	case s.Items != nil:
		return typeOf(s.Items) + "[]"
	case len(s.OneOf) > 0:
		return union(s.OneOf, typeOf)
	case len(s.Enum) > 0:
		return union(s.Enum, quoted)
	case s.Const != nil:
		return quoted(s.Const)
	case len(several) > 0:
		return union(several, func(name any) string { return fmt.Sprint(name) })
	}
	return fmt.Sprint(s.Type)
}

// union describes a type with alternatives.
func union[T any](all []T, describe func(T) string) string {
	var parts []string
	for _, one := range all {
		parts = append(parts, describe(one))
	}
	return strings.Join(parts, " | ")
}
