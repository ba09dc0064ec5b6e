# Every target works on a fresh machine with Go and make; `make test` is what CI runs.

GO ?= go

.PHONY: build run test unit race lint fuzz fuzz-short perft bench cover

build:
	CGO_ENABLED=0 $(GO) build -trimpath -o bin/cairn ./cmd/cairn

run:
	$(GO) run ./cmd/cairn play nine

test: lint unit perft race fuzz-short

unit:
	$(GO) test ./...
	$(GO) test -count=1 ./internal/arch

race:
	$(GO) test -race -short ./...

lint:
	$(GO) vet ./...
	$(GO) tool staticcheck ./...
	@unformatted=$$($(GO) tool gofumpt -l .); test -z "$$unformatted" || { echo "not gofumpt-ed:"; echo "$$unformatted"; exit 1; }

# All reference counts, whatever their size.
perft:
	$(GO) test ./games/... -run Perft -long

# Every fuzz target for FUZZTIME; the short form is part of `make test`.
FUZZTIME ?= 5m
fuzz:
	scripts/fuzz $(FUZZTIME)
fuzz-short:
	scripts/fuzz 5s

bench: build
	bin/cairn bench rules

cover:
	$(GO) test -coverprofile=coverage.out -coverpkg=./game,./games/...,./record,./match ./game/... ./games/... ./record ./match
	$(GO) tool cover -func=coverage.out | tail -1
