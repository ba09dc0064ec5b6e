// SPDX-License-Identifier: Apache-2.0

package full

import (
	"fmt"
	"runtime/debug"

	tea "charm.land/bubbletea/v2"
)

// Broken is the error of a screen that panicked.
type Broken struct {
	Fault any
	Stack string
}

// Error implements error.
func (b *Broken) Error() string { return fmt.Sprint(b.Fault) }

// guard is a Model that ends at a panic, with an error. Bubble Tea would write the stack to the
// standard error of the program, which is not that of a player by SSH.
type guard struct {
	*Model
	broken *Broken
	quit   func() // ends the program; it waits for the goroutine of the Model
}

// Init implements tea.Model.
func (g *guard) Init() (cmd tea.Cmd) {
	defer g.recover(&cmd)
	return guarded(g.Model.Init())
}

// Update implements tea.Model.
func (g *guard) Update(msg tea.Msg) (_ tea.Model, cmd tea.Cmd) {
	if broken, ok := msg.(*Broken); ok {
		g.broken = broken
		return g, tea.Quit
	}
	defer g.recover(&cmd)
	_, cmd = g.Model.Update(msg)
	return g, guarded(cmd)
}

// View implements tea.Model.
func (g *guard) View() (v tea.View) {
	defer func() {
		if fault := recover(); fault != nil && g.broken == nil {
			g.broken = newBroken(fault)
			go g.quit()
		}
	}()
	return g.Model.View()
}

// recover notes a panic and ends the program.
func (g *guard) recover(cmd *tea.Cmd) {
	if fault := recover(); fault != nil {
		g.broken, *cmd = newBroken(fault), tea.Quit
	}
}

func newBroken(fault any) *Broken { return &Broken{fault, string(debug.Stack())} }

// guarded returns a command whose panic, or that of one of its parts, becomes a message.
func guarded(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		defer func() {
			if fault := recover(); fault != nil {
				msg = newBroken(fault)
			}
		}()
		msg = cmd()
		if batch, ok := msg.(tea.BatchMsg); ok {
			for i := range batch {
				batch[i] = guarded(batch[i])
			}
		}
		return msg
	}
}
