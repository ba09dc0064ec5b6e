# Every target works on a fresh machine with Go and make; `make test` is what CI runs.

GO ?= go
# Paths are left out of all builds, so that copies of the tree share the build cache.
export GOFLAGS += -trimpath
# Only a hang reaches this limit, also on a busy machine. `make lint` vets all packages.
TEST = $(GO) test -vet=off -timeout 40m

.PHONY: build offline run test setup unit race lint js browser crash faults powerloss fuzz fuzz-short perft bench scale ceiling peer attack mutants cover pictures release release-check sbom image-check deploy-check newgame-check module-path-check

# Without debug data, like releases: a quarter smaller. Traces of the stack and profiles need none.
build: offline
	CGO_ENABLED=0 $(GO) build -ldflags='-s -w' -o bin/cairn ./cmd/cairn

# The rules and the engine for browsers, which the program embeds.
offline:
	scripts/offline

run: offline
	$(GO) run ./cmd/cairn serve

test: setup offline lint unit js browser perft race fuzz-short newgame-check module-path-check

# Chromium and Node, where they are missing.
setup:
	scripts/setup

# Some tests wait more than they work: one package more than cores at a time.
unit: offline
	$(TEST) -p $$(($$(nproc || echo 1) + 1)) ./... ./lab/...
	$(TEST) -count=1 ./internal/arch

# The scripts of the pages, their types included, and whole games in a real browser.
js:
	scripts/node-test
browser: offline
	CAIRN_BROWSER=1 $(TEST) -count=1 ./lab/browser

# The server killed, stopped, suspended and out of disk under a hundred players; a short form is among the unit tests.
crash:
	$(TEST) -count=1 ./lab/crash -run TestCrash -long-crash -v

# Thousands of power cuts under the SQLite store (Linux, root, /dev/fuse); a short form is among the unit tests.
powerloss:
	$(TEST) -count=1 ./lab/powerloss -long-powerloss -v

# Three nodes whose processes, database, bus and network fail under play, and their
# restart one after another under 300 games; a short form is among the unit tests.
FAULTTIME ?= 30m
faults:
	$(GO) test -count=1 -timeout 5h ./lab/faults -run TestFaults -v -duration $(FAULTTIME) -games 24
	$(GO) test -count=1 -timeout 1h ./lab/faults -run TestRolling -v -games 300

# The packages whose goroutines share something; the tests left out use one goroutine for
# long.
RACED = client engine solver tablebase internal/account internal/bot internal/bus/... internal/fair internal/live/... internal/mail internal/notify internal/server internal/sshd internal/store/... internal/study/... internal/tui/... internal/uci internal/web internal/web/analysis internal/web/lobby internal/web/match internal/webhook lab/bench lab/contest lab/crash lab/measure
RACELESS = TestClockNeverRunsOut|TestCursorReachesEveryPoint|TestEndgames|TestFoldLogin|TestKindWithoutDistances|TestLevelLimits|TestLine$$|TestMatchOfEveryGame|TestNoAllocationPerNode|TestNoLockOut|TestPageWeight|TestPerfectGivesNothingAway|TestPrunedSearchIsSound|TestRandomKeys|TestScreenResize|TestSixByPlainSearch|TestSixMensMorris|TestSyncFails|TestWipe
race:
	$(TEST) -race -short -skip '$(RACELESS)' $(addprefix ./,$(RACED))

lint:
	$(GO) vet ./... ./lab/...
	$(GO) tool staticcheck ./... ./lab/...
	@unformatted=$$($(GO) tool gofumpt -l .); test -z "$$unformatted" || { echo "not gofumpt-ed:"; echo "$$unformatted"; exit 1; }

# All reference counts, whatever their size.
perft:
	$(TEST) ./games/... -run Perft -long

# Every fuzz target for FUZZTIME. The short form, part of `make test`, is a count of
# runs: Go may report the end of a time as a failure of the target. It leaves out those of
# the pages, which compile the whole server again; their examples are unit tests.
FUZZTIME ?= 5m
fuzz:
	scripts/fuzz $(FUZZTIME)
fuzz-short:
	scripts/fuzz 20000x internal/web

bench: build
	bin/cairn bench rules
	bin/cairn bench serve

# What live games cost on one node and on three: docs/scale.json and docs/scale.svg. Half an hour on a quiet machine.
scale:
	$(TEST) -count=1 ./lab -run TestScaleLong -long-scale -v
	$(TEST) -count=1 ./lab -run TestScaleLong -long-scale -v -scale-games 100 -scale-at-once
	$(TEST) -count=1 ./lab -run TestScaleLong -long-scale -v -scale-games 9600 -scale-pace 20s -scale-setup sqlite
	$(TEST) -count=1 ./lab -run TestScaleLong -long-scale -v -scale-games 9600 -scale-pace 20s -scale-setup postgres
	$(TEST) -count=1 ./lab -run TestScaleLong -long-scale -v -scale-games 10000 -scale-pace 20s -scale-setup three

# Moves a second with SQLite, PostgreSQL and three nodes, each beside a bare server that only saves and pushes them.
ceiling:
	$(TEST) -count=1 ./lab -run TestCeilingLong -long-ceiling -v

# The same load on Cairn and on boardgame.io, which is installed from npm into a temporary folder.
peer: build
	$(GO) run ./lab/peer

# Attacks on a real server, about five minutes; BEFORE names another program to attack.
BEFORE ?= bin/cairn
attack: build
	$(GO) run ./lab attack --program $(BEFORE)

# One operator changed in each of MUTANTS random lines of PACKAGES: do the tests notice?
SEED ?= 1
MUTANTS ?= 300
PACKAGES ?= game/... games/... record match engine/... tablebase solver client internal/...
mutants: offline
	$(GO) run ./lab/mutants -seed $(SEED) -n $(MUTANTS) $(PACKAGES)

# The pictures of the README and of docs/screens.
pictures:
	scripts/pictures

cover:
	$(GO) test -coverprofile=coverage.out -coverpkg=./game,./games/...,./record,./match ./game/... ./games/... ./record ./match
	$(GO) tool cover -func=coverage.out | tail -1

# The program for every system, with checksums and bills of materials, in bin/release/;
# the same commit gives the same bytes, in any folder.
release:
	scripts/release
release-check:
	scripts/release-check

# The bill of materials of the program, as CycloneDX JSON.
sbom: build
	$(GO) run ./scripts/sbom bin/cairn > bin/cairn.cdx.json

# The container image, where a container engine runs.
image-check:
	scripts/image-check

# The files for several nodes, read by the tools that they are for.
deploy-check:
	scripts/deploy-check

# A game is one folder and one line: adds one to a copy of the tree, and runs the short tests.
newgame-check:
	scripts/newgame-check

# Nobody is bound to the path of the module: renames it in a copy of the tree, and builds all.
module-path-check:
	scripts/module-path-check
