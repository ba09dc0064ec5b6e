// SPDX-License-Identifier: Apache-2.0

package browser_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

var pictures = flag.String("pictures", "", "write the pictures of docs/screens into this folder")

// TestPictures takes the pictures of docs/screens; scripts/pictures runs it.
func TestPictures(t *testing.T) {
	if *pictures == "" {
		t.Skip("no folder given by -pictures")
	}
	s := newSite(t)
	a := &album{camera: camera{t, *pictures}, site: s}
	soa, greta := a.past()
	a.reader = s.person("Aina")
	a.playing(soa, greta)
	a.reading()
	a.meeting()
}

// album is a series of pictures.
type album struct {
	camera
	site   *site
	reader *person // a visitor
}

// past creates users and games for the leaderboard, graphs and archive. The first
// users win more often.
func (a *album) past() (soa, greta *regular) {
	people := []*regular{a.site.regular("Soa"), a.site.regular("Greta"), a.site.regular("Moussa"), a.site.regular("Émile")}
	moves := strings.Fields(nineGame)
	for round := range 9 {
		for i, strong := range people {
			for j, weak := range people[i+1:] {
				sides := [2]*regular{strong, weak}
				winner := 0
				if (3*round+i+j)%5 == 0 {
					winner = 1
				}
				if round%2 == 1 {
					sides[0], sides[1], winner = weak, strong, 1-winner
				}
				length := 8 + 2*((7*round+5*i+3*j)%12) + winner ^ 1 // the side to move then resigns
				sides[0].plays(sides[1], "nine", strings.Join(moves[:length], " "), "resign")
			}
		}
	}
	soa, greta = people[0], people[1]
	people[2].plays(soa, "yote", yoteGame)
	soa.plays(people[3], "yote", "a1 b2 c3", "resign")
	greta.plays(people[3], "nine", nineGame)
	return soa, greta
}

// frame is the name, size and colour scheme of a picture.
type frame struct {
	name          string
	width, height int64
	scheme        string
}

// take opens a page and takes a picture of it.
func (a *album) take(p *person, path string, f frame) {
	a.t.Helper()
	p.open(path)
	a.frame(p, f)
}

// frame takes a picture of the page once it is fully drawn.
func (a *album) frame(p *person, f frame) {
	a.t.Helper()
	p.on(screen{f.width, f.scheme})
	p.do(chromedp.EmulateViewport(f.width, f.height))
	p.await("everything to be drawn", `document.readyState === "complete" && document.fonts.status === "loaded"`)
	a.shoot(p, fmt.Sprintf("web-%s-%d-%s", f.name, f.width, f.scheme), false)
}

// wants changes the settings of a person.
func (p *person) wants(lang, board, men string) {
	p.t.Helper()
	p.open("/settings")
	p.click(fmt.Sprintf(`label:has([name=board][value="%s"])`, board))
	p.click(fmt.Sprintf(`label:has([name=men][value="%s"])`, men))
	p.choose("lang", lang)
	p.click("main form button.primary")
	p.await("the settings to be saved", `!!document.querySelector(".notice.good")`)
}

// reading takes pictures of the pages to read.
func (a *album) reading() {
	p := a.reader
	yote := read[string](p.at("/games?game=yote"), `document.querySelector(".games a").getAttribute("href")`)
	nine := read[string](p.at("/games?game=nine&min=20"), `document.querySelector(".games a").getAttribute("href")`)
	p.wants("en", "walnut", "white-black")
	a.take(p, "/", frame{name: "front", width: 1280, height: 860, scheme: "light"})
	a.take(p, nine+"?ply=33", frame{name: "replay", width: 1280, height: 1000, scheme: "light"})
	a.take(p, "/player/Soa", frame{name: "profile", width: 1280, height: 900, scheme: "light"})
	a.take(p, "/settings", frame{name: "settings", width: 1280, height: 900, scheme: "light"})
	p.wants("fr", "sandstone", "white-black")
	a.take(p, "/", frame{name: "front", width: 390, height: 844, scheme: "dark"})
	a.take(p, yote+"?ply=24", frame{name: "replay-yote", width: 390, height: 844, scheme: "dark"})
	p.wants("de", "slate", "white-black")
	a.take(p, "/learn/fanorona?step=2", frame{name: "learn-fanorona", width: 1280, height: 640, scheme: "dark"})
	a.take(p, "/leaderboard/nine-mens-morris", frame{name: "leaderboard", width: 390, height: 844, scheme: "light"})
	p.wants("en", "walnut", "white-black")
	a.take(p, "/learn/nine-mens-morris?step=2", frame{name: "learn-nine", width: 390, height: 844, scheme: "light"})
	a.take(p, "/rules/nine-mens-morris", frame{name: "rules-nine", width: 390, height: 844, scheme: "light"})
	a.take(p, "/play", frame{name: "play", width: 390, height: 844, scheme: "light"})
	a.take(p, "/games", frame{name: "games", width: 1280, height: 860, scheme: "light"})
}

// at opens a page and returns the person.
func (p *person) at(path string) *person {
	p.t.Helper()
	p.open(path)
	return p
}

// playing takes pictures of matches on different boards.
func (a *album) playing(soa, greta *regular) {
	for _, m := range []struct {
		game, moves, lang, board, men string
		frames                        []frame
	}{
		{"nine", strings.Join(strings.Fields(nineGame)[:30], " "), "en", "walnut", "white-black", []frame{
			{name: "match-nine", width: 1280, height: 900, scheme: "light"}, {name: "match-nine", width: 390, height: 844, scheme: "light"},
		}},
		{"fanorona", "d3-e3W", "fr", "sandstone", "white-black", []frame{
			{name: "match-fanorona", width: 1280, height: 900, scheme: "dark"}, {name: "match-fanorona", width: 390, height: 844, scheme: "light"},
		}},
		{"yote", "e2 a4 e2-e1 a1 a0 a1-b1 e1-e2 b5 a5 d4 d2 a3", "de", "sand", "amber-teal", []frame{
			{name: "match-yote", width: 1280, height: 900, scheme: "light"}, {name: "match-yote", width: 390, height: 844, scheme: "dark"},
		}},
		{"six", "a5 b4 c5 d4 e5xb4 b4 c4 b3 b2", "en", "paper", "white-black", []frame{
			{name: "match-six", width: 390, height: 844, scheme: "light"},
		}},
		{"morabaraba", "a1 a4 d1 d2 g4 g7 b2 b4", "en", "slate", "rose-green", []frame{
			{name: "match-morabaraba", width: 1280, height: 900, scheme: "dark"},
		}},
	} {
		id := soa.plays(greta, m.game, m.moves)
		a.reader.wants(m.lang, m.board, m.men)
		for _, f := range m.frames {
			a.take(a.reader, "/match/"+id, f)
		}
	}
}

// meeting takes pictures of an invitation and of the end of a match.
func (a *album) meeting() {
	ann, bob := a.site.person("Ann"), a.site.person("Bob")
	for _, p := range []*person{ann, bob} {
		p.signsUp(p.name)
		p.sees("Account created")
		p.wants("en", "walnut", "white-black")
	}
	id := ann.creates("nine")
	a.frame(ann, frame{name: "invitation", width: 1280, height: 900, scheme: "light"})
	a.frame(ann, frame{name: "invitation", width: 390, height: 844, scheme: "light"})
	ann.on(tourScreens[0])
	bob.joins(id)
	ann.press("Start game")
	newTable(a.t, id, "nine", ann, bob).play(strings.Fields(nineGame)...)
	ann.sees("You win")
	bob.sees("You lose")
	a.frame(ann, frame{name: "won", width: 1280, height: 900, scheme: "light"})
	a.frame(bob, frame{name: "lost", width: 390, height: 844, scheme: "dark"})
	ann.logsOut()
	ann.open("/login")
	ann.logsIn("Soa", password)
	ann.arrives("/home")
	a.frame(ann, frame{name: "home", width: 1280, height: 900, scheme: "light"})
}

// screens makes TestEveryPage take a picture of every page:
// CAIRN_BROWSER=1 go test ./lab/browser -run EveryPage -screens DIR
var screens = flag.String("screens", "", "write pictures of all pages into this folder")

// camera takes pictures.
type camera struct {
	t   *testing.T
	dir string
}

// shoot takes a picture of the whole page, or of what fits the screen.
func (c *camera) shoot(p *person, name string, whole bool) {
	p.t.Helper()
	call(p, page.BringToFront, cdp.Empty{}) // only the page in front is drawn
	p.await("everything to be loaded", `document.readyState === "complete" && document.fonts.status === "loaded"`)
	picture := call(p, page.CaptureScreenshot, page.CaptureScreenshotParams{CaptureBeyondViewport: &whole}).Data
	file := filepath.Join(c.dir, strings.NewReplacer("/", "-", "?", "-").Replace(name)+".png")
	if err := os.WriteFile(file, pack(p.t, picture), 0o644); err != nil {
		p.t.Fatal(err)
	}
}

// prefers sets the colour scheme, light or dark, and whether animations are reduced.
func (p *person) prefers(scheme, motion string) {
	p.t.Helper()
	call(p, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
		{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: motion},
	}})
}

// pack reduces a picture to 256 colours, which makes it a third as large and looks the
// same.
func pack(t *testing.T, picture []byte) []byte {
	t.Helper()
	full, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	few := image.NewPaletted(full.Bounds(), nil)
	nearest := coloursOf(full)
	for y := full.Bounds().Min.Y; y < full.Bounds().Max.Y; y++ {
		for x := full.Bounds().Min.X; x < full.Bounds().Max.X; x++ {
			few.SetColorIndex(x, y, nearest.index[rgb(full.At(x, y))])
		}
	}
	few.Palette = nearest.palette
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, few); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// shade is a colour: red, green, blue.
type shade [3]uint8

func rgb(c color.Color) shade {
	r, g, b, _ := c.RGBA()
	return shade{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8)}
}

// colours maps the colours of a picture to a palette.
type colours struct {
	palette color.Palette
	index   map[shade]uint8
}

// coloursOf splits the colours of a picture into 256 boxes, always the box with the
// widest spread (Heckbert's median cut, 1982).
func coloursOf(full image.Image) colours {
	counts := map[shade]int{}
	for y := full.Bounds().Min.Y; y < full.Bounds().Max.Y; y++ {
		for x := full.Bounds().Min.X; x < full.Bounds().Max.X; x++ {
			counts[rgb(full.At(x, y))]++
		}
	}
	box := make([]shade, 0, len(counts))
	for s := range counts {
		box = append(box, s)
	}
	slices.SortFunc(box, func(a, b shade) int { return bytes.Compare(a[:], b[:]) }) // for the same result each time
	boxes := [][]shade{box}
	for len(boxes) < 256 {
		widest, channel, most := -1, 0, 0
		for i, box := range boxes {
			if at, width := spread(box, counts); width > most {
				widest, channel, most = i, at, width
			}
		}
		if widest < 0 {
			break
		}
		low, high := cut(boxes[widest], channel, counts)
		boxes[widest] = low
		boxes = append(boxes, high)
	}
	c := colours{index: map[shade]uint8{}}
	for i, box := range boxes {
		c.palette = append(c.palette, mean(box, counts))
		for _, s := range box {
			c.index[s] = uint8(i)
		}
	}
	return c
}

// spread returns the channel in which the colours of a box differ most, and the square
// of that difference times the number of pixels.
func spread(box []shade, counts map[shade]int) (channel, width int) {
	points := 0
	for _, s := range box {
		points += counts[s]
	}
	for at := range len(shade{}) {
		byChannel := func(a, b shade) int { return cmp.Compare(a[at], b[at]) }
		least, most := slices.MinFunc(box, byChannel), slices.MaxFunc(box, byChannel)
		difference := int(most[at] - least[at])
		if w := difference * difference * points; w > width {
			channel, width = at, w
		}
	}
	return channel, width
}

// cut splits a box so that each half has about as many pixels.
func cut(box []shade, channel int, counts map[shade]int) (low, high []shade) {
	slices.SortStableFunc(box, func(a, b shade) int { return cmp.Compare(a[channel], b[channel]) })
	points := 0
	for _, s := range box {
		points += counts[s]
	}
	at, sum := 0, 0
	for at < len(box)-1 && (at == 0 || sum+counts[box[at]] <= points/2) {
		sum += counts[box[at]]
		at++
	}
	return box[:at], box[at:]
}

// mean returns the average colour of a box.
func mean(box []shade, counts map[shade]int) color.Color {
	var sum [3]int
	points := 0
	for _, s := range box {
		points += counts[s]
		for at := range sum {
			sum[at] += int(s[at]) * counts[s]
		}
	}
	return color.RGBA{uint8(sum[0] / points), uint8(sum[1] / points), uint8(sum[2] / points), 255}
}
