// SPDX-License-Identifier: Apache-2.0

// Package web is the core of the web server: routing, middleware, sessions,
// forms, errors as pages or JSON, rate limits, templates, texts, static files and
// WebSocket streams. It has no feature of its own.
//
// Features are packages below this one. Each has its handlers, templates, texts
// and tests, and registers its routes with a Server; package site assembles them.
// A handler reads the visitor and the form, calls one use case of
// internal/account or internal/live, and answers with a page, or JSON for
// programs. Pages work as plain forms without script.
//
// Nothing is stored here: sessions are in the store, and what is kept in memory
// (open streams, rate limits) may be lost at any time.
package web
