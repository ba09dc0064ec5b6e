// SPDX-License-Identifier: Apache-2.0

// Package api describes the API of the server: an OpenAPI document, which is served
// as it is and as a page. The routes themselves belong to the features.
package api

import (
	"embed"
	"encoding/json"
	"fmt"
	"net/http"
	"sync"

	"go.yaml.in/yaml/v3"

	"cairn/internal/web"
)

// Files are the templates and texts of this feature.
//
//go:embed templates texts
var Files embed.FS

//go:embed openapi.yaml
var source []byte

type handlers struct{ core *web.Server }

// Register adds the page of the API and its document, by which the server checks requests.
func Register(server *web.Server) {
	h := &handlers{server}
	server.Document(parsed().accepted())
	server.Handle("GET /api", h.show)
	server.HandleAPI("GET /openapi.json", 0, h.showDocument)
}

// Document returns the OpenAPI document as JSON. It is part of the program: a broken
// one is a programming error, and panics.
var Document = sync.OnceValue(func() []byte {
	var document map[string]any
	if err := yaml.Unmarshal(source, &document); err != nil {
		panic(fmt.Sprintf("api: %v", err))
	}
	delete(document, "x-shared") // anchors of YAML, resolved by now
	text, err := json.MarshalIndent(document, "", " ")
	if err != nil {
		panic(fmt.Sprintf("api: %v", err))
	}
	return append(text, '\n')
})

func (s *handlers) showDocument(w http.ResponseWriter, _ *http.Request) error {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_, _ = w.Write(Document()) // the client may be gone
	return nil
}
