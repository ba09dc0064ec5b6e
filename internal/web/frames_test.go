// SPDX-License-Identifier: Apache-2.0

package web_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"net"
	"testing"
	"time"

	"cairn/internal/web"
)

// frame is a masked frame of a client.
func frame(first byte, data string) []byte {
	b := append([]byte{first, 0x80 | byte(len(data))}, "mask"...)
	for i := range len(data) {
		b = append(b, data[i]^"mask"[i%4])
	}
	return b
}

// Frames of a client, and the answer; the connection is closed afterwards.
func TestFrames(t *testing.T) {
	refused := append([]byte{0x88, 20, 1008 >> 8, 1008 & 0xFF}, "unexpected message"...)
	closed := binary.BigEndian.AppendUint16([]byte{0x88, 2}, 1000)
	bye := frame(0x88, "\x03\xe8")
	for name, c := range map[string]struct{ in, want []byte }{
		"close":               {bye, closed},
		"close without code":  {frame(0x88, ""), []byte{0x88, 0}},
		"ping":                {append(frame(0x89, "hello"), bye...), append([]byte("\x8a\x05hello"), closed...)},
		"pong":                {append(frame(0x8A, "hello"), bye...), closed},
		"longest ping":        {append(frame(0x89, string(make([]byte, 125))), bye...), append(append([]byte{0x8A, 125}, make([]byte, 125)...), closed...)},
		"text":                {frame(0x81, "hello"), refused},
		"first part of text":  {frame(0x01, "hello"), refused},
		"unfinished ping":     {frame(0x09, "hello"), refused},
		"reserved bit":        {frame(0xC9, "hello"), refused},
		"reserved kind":       {frame(0x8B, "hello"), refused},
		"not masked":          {[]byte("\x89\x05hello"), refused},
		"ping that is longer": {[]byte("\x89\xfe\x00\x80mask"), refused},
		"gone":                {nil, nil},
		"gone in a frame":     {frame(0x89, "hello")[:8], nil},
	} {
		for _, size := range []int{1, 3, 1000} { // bytes per read
			t.Run(name, func(t *testing.T) {
				client, server := pipe(t)
				f := web.NewFrames(server, nil)
				go f.Read()
				go func() {
					for in := c.in; len(in) > 0; in = in[min(size, len(in)):] {
						if _, err := client.Write(in[:min(size, len(in))]); err != nil {
							return // refused already
						}
					}
					_ = client.CloseWrite()
				}()
				if got, _ := io.ReadAll(client); !bytes.Equal(got, c.want) {
					t.Errorf("got %q, want %q", got, c.want)
				}
			})
		}
	}
}

// Bytes that came with the handshake are read first.
func TestEarlyFrames(t *testing.T) {
	client, server := pipe(t)
	sent := append(frame(0x89, "hello"), frame(0x88, "")...)
	go web.NewFrames(server, sent[:9]).Read()
	if _, err := client.Write(sent[9:]); err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(client); string(got) != "\x8a\x05hello\x88\x00" {
		t.Errorf("got %q, want a pong and a close frame", got)
	}
}

// A stream that the server closes waits for the answer of the client, and nothing follows.
func TestFramesBye(t *testing.T) {
	client, server := pipe(t)
	f := web.NewFrames(server, nil)
	ended := make(chan struct{})
	go func() { f.Read(); close(ended) }()
	f.Bye(1001, "going away")
	f.Bye(1000, "twice")
	want := "\x88\x0c\x03\xe9going away"
	got := make([]byte, len(want))
	if _, err := io.ReadFull(client, got); err != nil || string(got) != want {
		t.Fatalf("got %q, %v, want %q", got, err, want)
	}
	select {
	case <-ended:
		t.Fatal("it did not wait for the client")
	case <-time.After(20 * time.Millisecond):
	}
	if _, err := client.Write(frame(0x88, "\x03\xe9")); err != nil {
		t.Fatal(err)
	}
	<-ended
	if rest, _ := io.ReadAll(client); len(rest) > 0 {
		t.Errorf("got %q after the close frame", rest)
	}
}

// A stream ends if the client does not answer a probe in time.
func TestProbe(t *testing.T) {
	client, server := pipe(t)
	f := web.NewFrames(server, nil)
	go f.Read()
	for range 3 {
		if !f.Probe(0) {
			t.Fatal("a probe failed that was answered")
		}
		if !f.Probe(time.Hour) || f.Probe(0) {
			t.Fatal("a probe without an answer: want true while there is time, then false")
		}
		const want = "\x89\x00" + "\x81\x01a" + "\x81\x01a" // a ping and a message, then a message
		got := make([]byte, len(want))
		if _, err := io.ReadFull(client, got); err != nil || string(got) != want {
			t.Fatalf("got %q, %v, want %q", got, err, want)
		}
		if _, err := client.Write(frame(0x8A, "")); err != nil {
			t.Fatal(err)
		}
		for f.Asked() {
			time.Sleep(time.Millisecond)
		}
	}
}

// pipe is a TCP connection on this machine.
func pipe(t *testing.T) (client, server *net.TCPConn) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	dialled, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	accepted, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { dialled.Close(); accepted.Close() })
	return dialled.(*net.TCPConn), accepted.(*net.TCPConn)
}
