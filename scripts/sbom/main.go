// SPDX-License-Identifier: Apache-2.0

// Command sbom prints the bill of materials of a Go program: the modules it is built
// from, with versions and checksums, as CycloneDX JSON. It reads the build
// information in the program file, for whatever system it was built.
//
//	go run ./scripts/sbom bin/cairn
package main

import (
	"debug/buildinfo"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: sbom PROGRAM")
		os.Exit(2)
	}
	if err := printBOM(os.Stdout, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

// printBOM prints the bill of materials of a program file.
func printBOM(w io.Writer, file string) error {
	info, err := buildinfo.ReadFile(file)
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(bomOf(info))
}

// bom is a bill of materials in CycloneDX 1.5: https://cyclonedx.org/docs/1.5/json/.
// It has no time and no serial number, so that the same program gives the same
// document.
type bom struct {
	Format       string          `json:"bomFormat"`
	SpecVersion  string          `json:"specVersion"`
	Version      int             `json:"version"`
	Metadata     bomMetadata     `json:"metadata"`
	Components   []bomComponent  `json:"components"`
	Dependencies []bomDependency `json:"dependencies"`
}

type bomMetadata struct {
	Component bomComponent `json:"component"`
}

// bomComponent is a module. Its package URL is its reference too.
type bomComponent struct {
	Type       string        `json:"type"`
	Ref        string        `json:"bom-ref"`
	Name       string        `json:"name"`
	Version    string        `json:"version"`
	PURL       string        `json:"purl"`
	Hashes     []bomHash     `json:"hashes,omitempty"`
	Properties []bomProperty `json:"properties,omitempty"`
}

type bomHash struct {
	Algorithm string `json:"alg"`
	Content   string `json:"content"`
}

type bomProperty struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type bomDependency struct {
	Ref       string   `json:"ref"`
	DependsOn []string `json:"dependsOn"`
}

// bomOf returns the bill of a program: the program, Go's standard library, and every
// module.
func bomOf(info *debug.BuildInfo) bom {
	main := component("application", &info.Main)
	for _, setting := range info.Settings {
		if setting.Value != "" {
			main.Properties = append(main.Properties, bomProperty{"cairn:build:" + setting.Key, setting.Value})
		}
	}
	std := component("library", &debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})
	parts := []bomComponent{std}
	for _, module := range info.Deps {
		if module.Replace != nil {
			module = module.Replace
		}
		parts = append(parts, component("library", module))
	}
	slices.SortFunc(parts, func(a, b bomComponent) int { return strings.Compare(a.Ref, b.Ref) })
	var refs []string
	for _, part := range parts {
		refs = append(refs, part.Ref)
	}
	return bom{
		Format: "CycloneDX", SpecVersion: "1.5", Version: 1,
		Metadata: bomMetadata{main}, Components: parts,
		Dependencies: []bomDependency{{main.Ref, refs}},
	}
}

func component(kind string, module *debug.Module) bomComponent {
	version := strings.Trim(module.Version, "()") // "(devel)" without a tag
	// A package URL is in lower case, with an escaped plus.
	url := "pkg:golang/" + strings.ToLower(module.Path) + "@" + strings.ReplaceAll(version, "+", "%2B")
	return bomComponent{
		Type: kind, Ref: url, Name: module.Path, Version: version, PURL: url, Hashes: hashesOf(module.Sum),
	}
}

// hashesOf reads the checksum of a module in the form of go.sum: "h1:" and, in base
// 64, the SHA-256 of the list of its files with their checksums.
func hashesOf(sum string) []bomHash {
	encoded, found := strings.CutPrefix(sum, "h1:")
	hash, err := base64.StdEncoding.DecodeString(encoded)
	if !found || err != nil {
		return nil
	}
	return []bomHash{{"SHA-256", hex.EncodeToString(hash)}}
}
