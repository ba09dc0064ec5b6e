// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Another site shows a board in a frame, but not the page of the match.
func TestEmbed(t *testing.T) {
	s := newSite(t)
	id := s.regular("Soa").plays(s.regular("Greta"), "nine", "d6 f4 d7", "resign")
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		fmt.Fprintf(w, `<!DOCTYPE html><link rel="icon" href="data:,"><title>Other</title>
			<iframe title="a" src="%s" width="420" height="500"></iframe> <iframe title="b" src="%s"></iframe>`,
			s.url("/embed/match/"+id), s.url("/match/"+id))
	}))
	t.Cleanup(other.Close)
	p := s.person("Ada")
	p.expect("frame-ancestors")
	p.do(chromedp.Navigate(other.URL))
	p.until("the board to be shown in the frame", func() bool {
		return p.framed("/embed/match/"+id, `document.querySelectorAll(".board .man").length`) == "3"
	})
	p.until("the page of the match to be refused", func() bool {
		return slices.ContainsFunc(p.faults.all(), func(fault string) bool { return strings.Contains(fault, "frame-ancestors") })
	})
	if got := p.framed("/match/"+id, "document.title"); got != "" {
		t.Errorf("the page of the match is shown in a frame: %s", got)
	}
	if fits := p.framed("/embed/match/"+id, `document.querySelector(".board").getBoundingClientRect().bottom <= innerHeight && document.documentElement.scrollHeight <= innerHeight`); fits != "true" {
		t.Error("the board does not fit its frame")
	}
}

// framed evaluates an expression in the frame that shows a path, and returns its value
// as JSON; empty if there is no such frame.
func (p *person) framed(path, expression string) string {
	p.t.Helper()
	for _, child := range call(p, page.GetFrameTree, cdp.Empty{}).FrameTree.ChildFrames {
		if child.Frame.URL != p.site.url(path) || child.Frame.UnreachableURL != "" {
			continue
		}
		world := call(p, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: child.Frame.ID}).ExecutionContextID
		byValue := true
		found := call(p, runtime.Evaluate, runtime.EvaluateParams{Expression: expression, ContextID: world, ReturnByValue: &byValue})
		if found.Result == nil {
			return ""
		}
		text, err := json.Marshal(found.Result.Value)
		if err != nil {
			p.t.Fatal(err)
		}
		return string(text)
	}
	return ""
}
