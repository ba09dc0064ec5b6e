// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/base64"
	"encoding/hex"
	"runtime/debug"
	"slices"
	"strings"
)

// bom is a bill of materials in the form of CycloneDX 1.5, as far as a program
// knows its own: https://cyclonedx.org/docs/1.5/json/. It has no time and no
// serial number, so that the same program always prints the same.
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

// bomComponent is a module. Its package URL is its name among the references
// too.
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

// bomOf lists what the linker noted of the build: this program, Go's own
// library, and every module.
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
	// A package URL has letters in lower case, and a plus in disguise.
	url := "pkg:golang/" + strings.ToLower(module.Path) + "@" + strings.ReplaceAll(version, "+", "%2B")
	return bomComponent{
		Type: kind, Ref: url, Name: module.Path, Version: version, PURL: url, Hashes: hashesOf(module.Sum),
	}
}

// hashesOf reads the sum of a module as go.sum has it: "h1:" and, in base 64,
// the SHA-256 of the list of its files with their own.
func hashesOf(sum string) []bomHash {
	encoded, found := strings.CutPrefix(sum, "h1:")
	hash, err := base64.StdEncoding.DecodeString(encoded)
	if !found || err != nil {
		return nil
	}
	return []bomHash{{"SHA-256", hex.EncodeToString(hash)}}
}
