// SPDX-License-Identifier: Apache-2.0

package full_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"cairn/internal/tui"
	"cairn/internal/tui/full"
)

// A panic ends the screen with an error that says where, wherever it comes from.
func TestGuard(t *testing.T) {
	for _, want := range []string{"ended", "worked", "drawn"} {
		t.Run(want, func(t *testing.T) {
			m, err := full.New(t.Context(), options(t, toy(), "toy"))
			if err != nil {
				t.Fatal(err)
			}
			quit := make(chan bool, 1)
			g, broken := full.Guarded(m, func() { quit <- true })
			var cmd tea.Cmd
			switch want {
			case "ended":
				_, cmd = g.Update(full.Fault)
			case "worked":
				_, cmd = g.Update(full.Work)
				batch, ok := cmd().(tea.BatchMsg)
				if !ok {
					t.Fatal("want several commands")
				}
				_, cmd = g.Update(batch[0]())
			case "drawn":
				m.Bomb()
				_ = g.View()
				<-quit
				cmd = tea.Quit
			}
			if _, ends := cmd().(tea.QuitMsg); !ends {
				t.Error("the screen does not end")
			}
			if b := broken(); b == nil || b.Error() != want || !strings.Contains(b.Stack, "export_test.go") {
				t.Errorf("got %+v", b)
			}
		})
	}
}

// A whole program on a terminal ends with the error.
func TestGuardedRun(t *testing.T) {
	o := noColour(t, toy(), "toy")
	o.In, o.Out = strings.NewReader("b2qn"), io.Discard
	o.Far = &tui.Far{Env: []string{"TERM=xterm"}, Width: 80, Height: 24}
	o.Mirrors = []io.Writer{panicking{}}
	err := full.Run(context.Background(), o)
	if broken, ok := errors.AsType[*full.Broken](err); !ok || broken.Error() != "no mirror" {
		t.Errorf("got %v", err)
	}
}

type panicking struct{}

func (panicking) Write(b []byte) (int, error) {
	if strings.Contains(string(b), "places on b2") {
		panic("no mirror")
	}
	return len(b), nil
}
