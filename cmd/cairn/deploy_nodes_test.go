// SPDX-License-Identifier: Apache-2.0

package main

import (
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"cairn/internal/config"
)

// These tests compare the files for several nodes with the program and with each
// other; `make deploy-check` checks them against the formats.

// documents reads a YAML file.
func documents(t *testing.T, path string) (all []map[string]any) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for decoder := yaml.NewDecoder(file); ; {
		var d map[string]any
		err := decoder.Decode(&d)
		if errors.Is(err, io.EOF) {
			return all
		}
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all = append(all, d)
	}
}

// at returns the value under some keys; a key of a list is ignored, and its first
// element is taken.
func at(value any, keys ...string) any {
	for _, key := range keys {
		if list, is := value.([]any); is && len(list) > 0 {
			value = list[0]
		}
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	return value
}

// checkSettings checks that the program accepts some settings.
func checkSettings(t *testing.T, where string, value any) {
	t.Helper()
	settings, _ := value.(map[string]any)
	var environ []string
	for key, value := range settings {
		text, _ := value.(string)
		switch {
		case !strings.HasPrefix(key, "CAIRN_"):
		case !slices.Contains(config.Variables(), key):
			t.Errorf("%s sets the unknown variable %s", where, key)
		case !strings.HasSuffix(key, "_FILE"): // there is no such file here
			environ = append(environ, key+"="+strings.ReplaceAll(text, "${CAIRN_DOMAIN:-localhost}", "play.example.org"))
		}
	}
	if len(environ) == 0 {
		t.Errorf("%s has no settings", where)
	}
	if _, err := config.Load(config.Environ(environ), &config.Flags{}); err != nil {
		t.Errorf("%s: %v", where, err)
	}
}

// checkCommand checks that the program has a command.
func checkCommand(t *testing.T, where string, value any) {
	t.Helper()
	var line []string
	for _, word := range value.([]any) {
		if text := word.(string); text != "CMD" && text != "/cairn" && !strings.HasPrefix(text, "-") {
			line = append(line, text)
		}
	}
	if _, rest, err := commands()[0].Find(line); err != nil || len(rest) > 0 {
		t.Errorf("%s: the program has no command %v: %v", where, line, err)
	}
}

// port is where the container listens.
func port(t *testing.T) string {
	t.Helper()
	return regexp.MustCompile(`(?m)^EXPOSE (\d+)$`).FindStringSubmatch(readText(t, deploy+"Dockerfile"))[1]
}

func TestCompose(t *testing.T) {
	compose := documents(t, deploy+"compose.yaml")[0]
	services := compose["services"].(map[string]any)
	for _, name := range []string{"node1", "node2", "node3"} {
		node := services[name]
		checkSettings(t, name, at(node, "environment"))
		checkCommand(t, name, at(node, "healthcheck", "test"))
		if at(node, "stop_grace_period") == nil {
			t.Errorf("%s is killed after the default of 10 seconds", name)
		}
	}
	checkSettings(t, "migrate", at(services["migrate"], "environment"))
	checkCommand(t, "migrate", at(services["migrate"], "command"))
	for name := range compose["secrets"].(map[string]any) {
		if got, want := at(services["node1"], "environment", "CAIRN_DATABASE_PASSWORD_FILE"), "/run/secrets/"+name; got != want {
			t.Errorf("got password file %v, want %s", got, want)
		}
	}
	checkCaddyfile(t, services)
}

// checkCaddyfile checks that Caddy knows every node and its port.
func checkCaddyfile(t *testing.T, services map[string]any) {
	t.Helper()
	var nodes []string
	for name := range services {
		if strings.HasPrefix(name, "node") {
			nodes = append(nodes, name+":"+port(t))
		}
	}
	slices.Sort(nodes)
	caddy := readText(t, deploy+"Caddyfile")
	for _, want := range []string{"reverse_proxy " + strings.Join(nodes, " ") + " {", "health_uri /readyz"} {
		if !strings.Contains(caddy, want) {
			t.Errorf("the Caddyfile does not have %q", want)
		}
	}
}

func TestKubernetes(t *testing.T) {
	files, err := filepath.Glob(deploy + "kubernetes/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %d files: %v", len(files), err)
	}
	kinds := map[string]map[string]any{}
	for _, file := range files {
		for _, d := range documents(t, file) {
			kinds[d["kind"].(string)+"/"+at(d, "metadata", "name").(string)] = d
		}
	}
	checkSettings(t, "ConfigMap", kinds["ConfigMap/cairn"]["data"])
	for _, name := range []string{"Deployment/cairn", "Job/cairn-migrate"} {
		if at(kinds[name], "spec", "template", "spec", "enableServiceLinks") != false {
			t.Errorf("%s: Kubernetes sets CAIRN_PORT for the Service cairn, which is no setting", name)
		}
	}
	node := kinds["Deployment/cairn"]
	labels := at(node, "spec", "template", "metadata", "labels").(map[string]any)
	for name, selector := range map[string]any{
		"Deployment":          at(node, "spec", "selector", "matchLabels"),
		"Service":             at(kinds["Service/cairn"], "spec", "selector"),
		"PodDisruptionBudget": at(kinds["PodDisruptionBudget/cairn"], "spec", "selector", "matchLabels"),
	} {
		for key, value := range selector.(map[string]any) {
			if labels[key] != value {
				t.Errorf("%s selects %s=%v, which nodes do not have", name, key, value)
			}
		}
	}
	checkPod(t, "Deployment", at(node, "spec", "template", "spec"), kinds)
	checkPod(t, "Job", at(kinds["Job/cairn-migrate"], "spec", "template", "spec"), kinds)
	container := at(node, "spec", "template", "spec", "containers")
	if got := at(container, "ports", "containerPort"); got == nil || port(t) != yamlText(got) {
		t.Errorf("got port %v, want that of the image, %s", got, port(t))
	}
	for probe, want := range map[string]string{"livenessProbe": "/healthz", "readinessProbe": "/readyz", "startupProbe": "/readyz"} {
		if got := at(container, probe, "httpGet", "path"); got != want {
			t.Errorf("%s: got path %v, want %s", probe, got, want)
		}
	}
}

// checkPod checks the command of a pod, that it runs as the user of the image, and
// that its password file is in a mounted folder.
func checkPod(t *testing.T, name string, pod any, kinds map[string]map[string]any) {
	t.Helper()
	checkCommand(t, name, at(pod, "containers", "args"))
	if got := yamlText(at(pod, "securityContext", "runAsUser")); !strings.Contains(readText(t, deploy+"Dockerfile"), "\nUSER "+got+":") {
		t.Errorf("%s runs as %s, want the user of the image", name, got)
	}
	folder := path.Dir(at(kinds["ConfigMap/cairn"], "data", "CAIRN_DATABASE_PASSWORD_FILE").(string))
	if !slices.ContainsFunc(at(pod, "containers", "volumeMounts").([]any), func(m any) bool { return at(m, "mountPath") == folder }) {
		t.Errorf("%s does not mount %s", name, folder)
	}
}

// yamlText returns a number or text as it is written.
func yamlText(value any) string {
	text, _ := yaml.Marshal(value) // a scalar has no errors
	return strings.TrimSpace(string(text))
}
