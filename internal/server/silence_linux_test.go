// SPDX-License-Identifier: Apache-2.0

package server

import (
	"net"
	"testing"

	"golang.org/x/sys/unix"
)

// Connections that a server accepts end when the peer no longer acknowledges anything.
func TestSilence(t *testing.T) {
	listener, err := listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	peer, err := net.Dial("tcp", listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer peer.Close()
	conn, err := listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	raw, err := conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var got int
	if failed := raw.Control(func(fd uintptr) { got, err = unix.GetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT) }); failed != nil || err != nil {
		t.Fatal(failed, err)
	}
	if want := int(goneAfter.Milliseconds()); got != want {
		t.Errorf("got a limit of %d ms, want %d", got, want)
	}
}
