// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"os"
	"strings"
	"sync"
	"testing"
)

// axe is the program that looks for barriers, installed by scripts/setup.
var axe = sync.OnceValues(func() (string, error) {
	source, err := os.ReadFile("node_modules/axe-core/axe.min.js")
	return string(source), err
})

// barrier is something that keeps people from using a page.
type barrier struct {
	ID     string
	Impact string // minor, moderate, serious or critical
	Help   string
	Nodes  []string
}

// findBarriers runs the default rules, and the one of WCAG 2.2 AA that is not
// among them: targets are large enough to be hit.
const findBarriers = `axe.run(document, { rules: { "target-size": { enabled: true } }, resultTypes: ["violations"] })
  .then(({ violations }) => violations.map(({ id, impact, help, nodes }) => ({
    id, impact, help, nodes: nodes.slice(0, 3).map((node) => node.html.slice(0, 160) + " " + node.failureSummary.replace(/\s+/g, " ")),
  })))`

// barriers looks for barriers in the page: serious ones fail the test, the others
// are told.
func (p *person) barriers(where string) {
	p.t.Helper()
	if !read[bool](p, `typeof axe === "object"`) {
		source, err := axe()
		if err != nil {
			p.t.Fatalf("axe-core is missing, make setup installs it: %v", err)
		}
		read[any](p, source+";0")
	}
	for _, b := range settle[[]barrier](p, findBarriers) {
		report := p.t.Logf
		if b.Impact == "serious" || b.Impact == "critical" {
			report = p.t.Errorf
		}
		report("%s: %s barrier %s: %s:\n\t%s", where, b.Impact, b.ID, b.Help, strings.Join(b.Nodes, "\n\t"))
	}
}

// The tests would see barriers.
func TestBarriersAreSeen(t *testing.T) {
	t.Parallel()
	p := newSite(t).person("ann")
	p.open("/login")
	p.barriers("the page as it is")
	read[any](p, `document.querySelectorAll("label").forEach((label) => label.remove())`)
	for _, b := range settle[[]barrier](p, findBarriers) {
		if b.ID == "label" && b.Impact == "critical" && len(b.Nodes) == 2 {
			return
		}
	}
	t.Error("two fields without labels are not noticed")
}
