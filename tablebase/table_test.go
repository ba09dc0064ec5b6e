// SPDX-License-Identifier: Apache-2.0

package tablebase_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"cairn/tablebase"
)

var (
	key  = tablebase.Key{Game: "toy", Revision: 1, Scheme: "lists"}
	tier = tablebase.Tier{Own: 3, Other: 4}
)

// sample returns values with runs of equal ones, as in solved tables.
func sample(n int) []byte {
	random, values := rand.New(rand.NewPCG(1, 2)), make([]byte, n)
	for i := range values {
		values[i] = byte(tablebase.Drawn)
		if i/10_000%2 == 1 {
			values[i] = byte(random.UintN(256)) // does not compress
		} else if random.IntN(7) == 0 {
			values[i] = byte(tablebase.WonIn(1 + 2*random.IntN(3)))
		}
	}
	return values
}

func write(t *testing.T, dir string, kind tablebase.Kind, values []byte) {
	t.Helper()
	h := tablebase.Header{Key: key, Tier: tier.String(), Kind: kind, Slots: uint64(len(values))}
	if err := tablebase.Write(dir, h, values); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string) *tablebase.Table {
	t.Helper()
	table, err := tablebase.Open(dir, key, tier)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { table.Close() })
	return table
}

func TestRoundTrip(t *testing.T) {
	for _, kind := range []tablebase.Kind{tablebase.WDL, tablebase.DTW} {
		for _, n := range []int{0, 1, 3, 4, 8191, 8192, 8193, 100_001} {
			dir, values := t.TempDir(), sample(n)
			write(t, dir, kind, values)
			table := open(t, dir)
			if err := table.Verify(); err != nil {
				t.Fatalf("%s of %d: %v", kind, n, err)
			}
			loaded, err := table.Load()
			if err != nil || len(loaded) != n {
				t.Fatalf("%s of %d: loaded %d, %v", kind, n, len(loaded), err)
			}
			for slot, v := range values {
				want := kind.Reduce(tablebase.Value(v))
				if got, err := table.At(uint64(slot)); err != nil || got != want || loaded[slot] != byte(want) {
					t.Fatalf("%s of %d: slot %d: got %d and %d, %v, want %d", kind, n, slot, got, loaded[slot], err, want)
				}
			}
			if _, err := table.At(uint64(n)); !errors.Is(err, tablebase.ErrWrong) {
				t.Errorf("%s of %d: past the end: got %v", kind, n, err)
			}
		}
	}
}

func TestTablesAreCompact(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, tablebase.WDL, make([]byte, 1_000_000))
	if got := open(t, dir).Bytes(); got > 10_000 {
		t.Errorf("a million equal values take %d bytes", got)
	}
}

func TestMissingAndWrong(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, tablebase.DTW, sample(10))
	if _, err := tablebase.Open(dir, key, tier.Partner()); !errors.Is(err, tablebase.ErrMissing) {
		t.Errorf("another tier: got %v, want it missing", err)
	}
	for name, other := range map[string]tablebase.Key{
		"revision": {Game: "toy", Revision: 2, Scheme: "lists"},
		"scheme":   {Game: "toy", Revision: 1, Scheme: "rows"},
	} {
		if _, err := tablebase.Open(dir, other, tier); !errors.Is(err, tablebase.ErrWrong) {
			t.Errorf("another %s: got %v, want it wrong", name, err)
		}
	}
	from, to := tablebase.Path(dir, "toy", tier.String()), tablebase.Path(dir, "toy", tier.Partner().String())
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	if _, err := tablebase.Open(dir, key, tier.Partner()); !errors.Is(err, tablebase.ErrWrong) {
		t.Errorf("renamed: got %v, want it wrong", err)
	}
	if err := os.WriteFile(from, []byte("a text that is no table"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := tablebase.Open(dir, key, tier); !errors.Is(err, tablebase.ErrWrong) {
		t.Errorf("a text: got %v, want it wrong", err)
	}
}

// A table with a changed byte or a truncated file never returns a wrong value.
func TestDamage(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, tablebase.DTW, sample(20_000))
	path := tablebase.Path(dir, "toy", tier.String())
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const magic = 8 // with another magic the error is ErrWrong
	try := func(name string, at int, data []byte) {
		t.Helper()
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		table, err := tablebase.Open(dir, key, tier)
		if err == nil {
			err = table.Verify()
			table.Close()
		}
		if !errors.Is(err, tablebase.ErrDamaged) {
			t.Fatalf("%s at %d of %d: got %v, want it damaged", name, at, len(whole), err)
		}
	}
	for at := magic; at < len(whole); at += 1 + at/20 {
		changed := append([]byte(nil), whole...)
		changed[at] ^= 0x40
		try("changed", at, changed)
		try("cut", at, whole[:at])
	}
	try("empty", 0, nil)
}

func TestDamagedBlockFailsTheProbe(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, tablebase.DTW, sample(20_000))
	path := tablebase.Path(dir, "toy", tier.String())
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	table := open(t, dir)
	if _, err := table.At(19_999); !errors.Is(err, tablebase.ErrDamaged) {
		t.Errorf("the last block: got %v", err)
	}
	if _, err := table.At(0); err != nil {
		t.Errorf("the first block: got %v", err)
	}
}

// narrow opens a table with a cache so small that its blocks evict each other.
func narrow(t testing.TB, values []byte) *tablebase.Table {
	t.Helper()
	dir := t.TempDir()
	h := tablebase.Header{Key: key, Tier: tier.String(), Kind: tablebase.DTW, Slots: uint64(len(values))}
	if err := tablebase.Write(dir, h, values); err != nil {
		t.Fatal(err)
	}
	set, err := tablebase.OpenSet(dir, key)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	set.SetCache(1)
	return set.Tables()[tier]
}

func TestProbingTogether(t *testing.T) {
	values := sample(200_000)
	table := narrow(t, values)
	var group sync.WaitGroup
	for seed := range uint64(4) {
		group.Go(func() {
			random := rand.New(rand.NewPCG(seed, 0))
			for range 3_000 {
				slot := random.IntN(len(values))
				if got, err := table.At(uint64(slot)); err != nil || byte(got) != values[slot] {
					t.Errorf("slot %d: got %d, %v, want %d", slot, got, err, values[slot])
					return
				}
			}
		})
	}
	group.Wait()
}

func TestProbingAllocatesNothing(t *testing.T) {
	if testing.Short() {
		t.Skip("the race detector, which runs short tests, makes pools forget what they hold")
	}
	const slots = 1_000_000
	table, random := narrow(t, sample(slots)), rand.New(rand.NewPCG(3, 0))
	probe := func() {
		if _, err := table.At(random.Uint64N(slots)); err != nil {
			t.Fatal(err)
		}
	}
	for range 1000 {
		probe() // allocates what is made on first use
	}
	if got := testing.AllocsPerRun(3000, probe); got != 0 {
		t.Errorf("got %v allocations a probe, want none", got)
	}
}

func BenchmarkAt(b *testing.B) {
	table := narrow(b, sample(5_000_000))
	for name, n := range map[string]uint64{"same block": 8192, "anywhere": 5_000_000} {
		b.Run(name, func(b *testing.B) {
			random := rand.New(rand.NewPCG(3, 0))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := table.At(random.Uint64N(n)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func TestReduce(t *testing.T) {
	for _, kind := range []tablebase.Kind{tablebase.WDL, tablebase.DTW} {
		for _, n := range []int{0, 1, 8192, 100_001} {
			from, to, values := t.TempDir(), t.TempDir(), sample(n)
			write(t, from, kind, values)
			if err := open(t, from).Reduce(to); err != nil {
				t.Fatalf("%s of %d: %v", kind, n, err)
			}
			reduced := open(t, to)
			if reduced.Kind != tablebase.WDL || reduced.Slots != uint64(n) {
				t.Errorf("%s of %d: got %d of kind %s", kind, n, reduced.Slots, reduced.Kind)
			}
			for slot, v := range values {
				want := tablebase.WDL.Reduce(tablebase.Value(v))
				if got, err := reduced.At(uint64(slot)); err != nil || got != want {
					t.Fatalf("%s of %d: slot %d: got %d, %v, want %d", kind, n, slot, got, err, want)
				}
			}
		}
	}
}

// Reducing a damaged table fails.
func TestReduceDamaged(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	write(t, from, tablebase.DTW, sample(100_000))
	path := tablebase.Path(from, "toy", tier.String())
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)-1] ^= 1
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := open(t, from).Reduce(to); !errors.Is(err, tablebase.ErrDamaged) {
		t.Errorf("got %v, want it damaged", err)
	}
	left, err := os.ReadDir(filepath.Join(to, "toy"))
	if err != nil || len(left) != 0 {
		t.Errorf("it leaves %v, %v, want nothing", left, err)
	}
}
