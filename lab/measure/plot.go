// SPDX-License-Identifier: Apache-2.0

package measure

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// The sizes of a plot.
const (
	plotWidth, plotHeight = 420.0, 260.0
	plotLeft, plotTop     = 60.0, 30.0
)

// plotColors are those of the setups, in the order of their first rows; each can be
// distinguished without colours by its dashes.
var plotColors = [...]struct{ color, dashes string }{{"#1b6ca8", "none"}, {"#b5541c", "6 3"}, {"#3f7d3a", "2 3"}, {"#7a4fa3", "8 2 2 2"}}

// PlotScale draws rows as SVG: processors and memory for a thousand games, and the time
// to the opponent, by the number of games. Rows without pauses are left out.
func PlotScale(rows []ScaleRow) string {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r ScaleRow) bool { return r.PaceSeconds == 0 })
	var b strings.Builder
	const panels = 3
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" font-family="sans-serif" font-size="11" fill="#222">`+"\n",
		panels*(plotWidth+plotLeft)+20, plotHeight+110)
	b.WriteString(`<rect width="100%" height="100%" fill="#fff"/>` + "\n")
	setups := setupsOf(rows)
	for i, panel := range []struct {
		title string
		value func(ScaleRow) float64
	}{
		{"processors for 1,000 games", ScaleRow.Cores},
		{"memory for 1,000 games, MB", func(r ScaleRow) float64 { return float64(r.Memory()) / 1e6 }},
		{"to the opponent, median, ms", func(r ScaleRow) float64 { return r.P50MS }},
	} {
		fmt.Fprintf(&b, `<g transform="translate(%g %g)">`+"\n", plotLeft+float64(i)*(plotWidth+plotLeft), plotTop)
		drawPanel(&b, panel.title, rows, setups, panel.value)
		b.WriteString("</g>\n")
	}
	for i, setup := range setups {
		c, x := plotColors[i%len(plotColors)], plotLeft+float64(i)*plotWidth
		fmt.Fprintf(&b, `<path d="M%g %gh30" stroke="%s" stroke-width="2" stroke-dasharray="%s"/><text x="%g" y="%g">%s</text>`+"\n",
			x, plotTop+plotHeight+60, c.color, c.dashes, x+36, plotTop+plotHeight+64, html.EscapeString(setup))
	}
	b.WriteString("</svg>\n")
	return b.String()
}

// setupsOf returns the setups of rows, each once.
func setupsOf(rows []ScaleRow) (setups []string) {
	for _, r := range rows {
		if !slices.Contains(setups, r.Setup) {
			setups = append(setups, r.Setup)
		}
	}
	return setups
}

// drawPanel draws one figure by the number of games, which is on a logarithmic axis.
func drawPanel(b *strings.Builder, title string, rows []ScaleRow, setups []string, value func(ScaleRow) float64) {
	low, high, top := math.Inf(1), 1.0, 0.0
	for _, r := range rows {
		low, high, top = min(low, float64(r.Games)), max(high, float64(r.Games)), max(top, value(r))
	}
	top = roundUp(top)
	x := func(games int) float64 {
		if high <= low {
			return plotWidth / 2
		}
		return math.Log(float64(games)/low) / math.Log(high/low) * (plotWidth - 20)
	}
	y := func(v float64) float64 { return plotHeight * (1 - v/top) }
	fmt.Fprintf(b, `<text x="0" y="-12" font-weight="bold">%s</text>`+"\n", title)
	for i := range 5 {
		v := top * float64(i) / 4
		fmt.Fprintf(b, `<path d="M0 %.1fh%g" stroke="#ddd"/><text x="-6" y="%.1f" text-anchor="end">%.4g</text>`+"\n", y(v), plotWidth-20, y(v)+4, v)
	}
	var drawn []int
	for _, r := range rows {
		if !slices.Contains(drawn, r.Games) {
			drawn = append(drawn, r.Games)
			fmt.Fprintf(b, `<text x="%.1f" y="%g" text-anchor="middle">%d</text>`+"\n", x(r.Games), plotHeight+18, r.Games)
		}
	}
	fmt.Fprintf(b, `<text x="%g" y="%g" text-anchor="middle">games at the same time</text>`+"\n", plotWidth/2, plotHeight+36)
	for i, setup := range setups {
		drawLine(b, i, rows, setup, func(r ScaleRow) (float64, float64) { return x(r.Games), y(value(r)) })
	}
}

// drawLine draws the rows of one setup.
func drawLine(b *strings.Builder, index int, rows []ScaleRow, setup string, at func(ScaleRow) (x, y float64)) {
	c := plotColors[index%len(plotColors)]
	var points []string
	for _, r := range rows {
		if r.Setup == setup {
			x, y := at(r)
			points = append(points, fmt.Sprintf("%.1f,%.1f", x, y))
			fmt.Fprintf(b, `<circle cx="%.1f" cy="%.1f" r="3" fill="%s"/>`+"\n", x, y, c.color)
		}
	}
	fmt.Fprintf(b, `<polyline points="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`+"\n", strings.Join(points, " "), c.color, c.dashes)
}

// roundUp returns the next of 1, 2 or 4 times a power of ten, halves included.
func roundUp(v float64) float64 {
	if v <= 0 {
		return 1
	}
	unit := math.Pow(10, math.Floor(math.Log10(v)))
	for _, factor := range []float64{1, 1.2, 1.6, 2, 3, 4, 6, 8} {
		if factor*unit >= v {
			return factor * unit
		}
	}
	return 10 * unit
}
