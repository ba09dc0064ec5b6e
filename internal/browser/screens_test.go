// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// screens makes TestEveryPage take a picture at every stop, for people to look at:
// CAIRN_BROWSER=1 go test ./internal/browser -run EveryPage -screens DIR
var screens = flag.String("screens", "", "write pictures of all pages into this folder")

// camera takes pictures.
type camera struct {
	t   *testing.T
	dir string
}

// shoot pictures what a person sees: the whole page, or what fits the screen.
func (c *camera) shoot(p *person, name string, whole bool) {
	p.t.Helper()
	call(p, page.BringToFront, cdp.Empty{}) // what is not in front is not drawn
	p.await("everything to be loaded", `document.readyState === "complete" && document.fonts.status === "loaded"`)
	picture := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: &whole}).Data
	file := filepath.Join(c.dir, strings.NewReplacer("/", "-", "?", "-").Replace(name)+".png")
	if err := os.WriteFile(file, pack(p.t, picture), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// prefers sets what a person's system asks pages for: light or dark, and always
// that nothing moves.
func (p *person) prefers(scheme string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}})
}
