// SPDX-License-Identifier: Apache-2.0

package arena

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"cairn/engine"
)

// Kind is a way of playing.
type Kind string

// The kinds.
const (
	KindLevel  Kind = "level"  // one of the engine's levels, written by its name
	KindSearch Kind = "search" // the engine within limits, any technique switched off
	KindUCT    Kind = "uct"    // random games, see package uct

	KindProgram Kind = "exec" // another program
)

// foundationName is how the engine of the first release is asked for.
const foundationName = "foundation"

// Spec describes a player.
type Spec struct {
	Text    string // as it was written
	Kind    Kind
	Level   engine.Level   // of KindLevel
	Limits  engine.Limits  // a move; nodes are playouts for KindUCT
	Options engine.Options // of KindLevel and KindSearch
	OldEval bool           // judges positions as the first release did

	Command  string            // of KindProgram
	Settings map[string]string // of KindProgram: values of its options
	Program  Program           // of KindProgram; the caller makes it of the command
}

// ParseSpec reads a player written as NAME or NAME:SETTING,…. The name is that
// of a level, or "search", "uct" or "foundation". Settings are time=1s,
// nodes=20000, depth=6 and, for players by search, table=64 (MiB), threads=2,
// old-eval and the names of [Switches]. Another program is written as exec:COMMAND,
// with settings as exec,SETTING,…:COMMAND; those that are no limits are options of
// the program. A player other than a level needs a limit, unless it plays by the
// clock. All faults are reported.
func ParseSpec(text string, clock Clock) (Spec, error) {
	name, settings, given := strings.Cut(text, ":")
	command := ""
	if kind, rest, more := strings.Cut(name, ","); kind == string(KindProgram) {
		name, settings, given, command = kind, rest, more, settings
	}
	s, err := named(name)
	if err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", text, err)
	}
	s.Text, s.Command = text, command
	var faults []error
	if s.Kind == KindProgram && strings.TrimSpace(command) == "" {
		faults = append(faults, errors.New("no command, want exec:COMMAND"))
	}
	if given {
		for setting := range strings.SplitSeq(settings, ",") {
			faults = append(faults, s.set(setting))
		}
	}
	err = errors.Join(faults...)
	if err == nil && s.Kind != KindLevel && s.Limits == (engine.Limits{}) && clock.Time == 0 {
		err = fmt.Errorf("no limit, want %s", map[bool]string{
			false: "nodes=N or time=T", true: "exec,time=T:COMMAND, nodes=N or depth=N, or clocks",
		}[s.Kind == KindProgram])
	}
	if err != nil {
		return Spec{}, fmt.Errorf("player %q: %w", text, err)
	}
	return s, nil
}

// named returns the player of that name without settings.
func named(name string) (Spec, error) {
	switch name {
	case foundationName:
		return Spec{Kind: KindSearch, Options: foundationOptions(), OldEval: true}, nil
	case string(KindSearch), string(KindUCT), string(KindProgram):
		return Spec{Kind: Kind(name)}, nil
	}
	level, err := engine.ParseLevel(name)
	if err != nil {
		return Spec{}, fmt.Errorf("want search, uct, foundation, exec or a level; %w", err)
	}
	return Spec{Kind: KindLevel, Level: level}, nil
}

// set reads one setting.
func (s *Spec) set(setting string) error {
	key, value, valued := strings.Cut(setting, "=")
	switch {
	case s.Kind == KindProgram && valued && key != "time" && key != "nodes" && key != "depth":
		return s.setOption(key, value)
	case s.Kind == KindProgram && !valued:
		return fmt.Errorf("setting %q: want time=T, nodes=N, depth=N or OPTION=VALUE", setting)
	case s.Kind == KindUCT && key != "time" && key != "nodes":
		return fmt.Errorf("setting %q: want time=T or nodes=N", setting)
	case !valued && key == "old-eval":
		s.OldEval = true
	case !valued && slices.Contains(Switches(), key):
		switchOff(&s.Options, key)
	case !valued:
		return fmt.Errorf("setting %q: want time=T, nodes=N, depth=N, table=MIB, threads=N, old-eval, %s",
			setting, strings.Join(Switches(), ", "))
	case key == "time":
		return s.setTime(value)
	default:
		return s.setNumber(key, value)
	}
	return nil
}

// setOption sets an option of a program.
func (s *Spec) setOption(key, value string) error {
	if key == "" {
		return errors.New("an option has no name")
	}
	if s.Settings == nil {
		s.Settings = map[string]string{}
	}
	s.Settings[key] = value
	return nil
}

func (s *Spec) setTime(value string) error {
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		return fmt.Errorf("time %q: want a time like 200ms", value)
	}
	s.Limits.Time = d
	return nil
}

// greatest bounds the numbers of settings.
var greatest = map[string]int{"nodes": 1e12, "depth": 100, "table": 1 << 14, "threads": 64}

func (s *Spec) setNumber(key, value string) error {
	most, known := greatest[key]
	if !known {
		return fmt.Errorf("setting %q is unknown, want time, nodes, depth, table or threads", key)
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 1 || n > most {
		return fmt.Errorf("%s %q: want a whole number from 1 to %d", key, value, most)
	}
	switch key {
	case "nodes":
		s.Limits.Nodes = uint64(n)
	case "depth":
		s.Limits.Depth = n
	case "table":
		s.Options.TableBytes = n << 20
	case "threads":
		s.Options.Threads = n
	}
	return nil
}

// The switches of the engine are read from its options, so that a technique
// that is added there can be measured here at once.

// founding are the techniques the first release had; all others came later.
var founding = []string{"no-table", "no-scout", "no-takes-first", "no-killers", "no-history", "no-quiescence"}

// Switches returns the names of the engine's techniques as specs switch them
// off: "no-table" for the field NoTable of its options.
func Switches() []string {
	var names []string
	for _, field := range reflect.VisibleFields(reflect.TypeFor[engine.Options]()) {
		if field.Type.Kind() == reflect.Bool && strings.HasPrefix(field.Name, "No") {
			names = append(names, kebab(field.Name))
		}
	}
	return names
}

// switchOff switches off the technique of that name, one of Switches.
func switchOff(o *engine.Options, name string) {
	value := reflect.ValueOf(o).Elem()
	for i := range value.NumField() {
		if kebab(value.Type().Field(i).Name) == name {
			value.Field(i).SetBool(true)
		}
	}
}

// foundationOptions switch off what the first release did not have.
func foundationOptions() engine.Options {
	var o engine.Options
	for _, name := range Switches() {
		if !slices.Contains(founding, name) {
			switchOff(&o, name)
		}
	}
	return o
}

// kebab writes NoTakesFirst as no-takes-first.
func kebab(name string) string {
	var text strings.Builder
	for i, letter := range name {
		if i > 0 && unicode.IsUpper(letter) {
			text.WriteByte('-')
		}
		text.WriteRune(unicode.ToLower(letter))
	}
	return text.String()
}
