// A small service in Go, to be recorded: JSON, maps, sort, compression, text, garbage.
//
//	service ROUNDS [rank=150] [recheck=1] [render=0] [rename=1] ...
//
// NAME=PERCENT is how much of its usual work a step does (100); recheck=1 calls checksum from
// render too; rename=1 calls digest where checksum was called.
package main

import (
	"bytes"
	"compress/flate"
	"encoding/json"
	"fmt"
	"hash/crc32"
	"math/rand"
	"os"
	"sort"
	"strconv"
	"strings"
)

type row struct {
	ID    int
	Name  string
	Score float64
	Tags  []int
}

var option = map[string]int{"parse": 100, "index": 100, "rank": 100, "pack": 100, "check": 100,
	"render": 100, "audit": 100, "recheck": 0, "rename": 0}
var sink uint64
var table = crc32.MakeTable(0xd5828281)

//go:noinline
func makeRows(rng *rand.Rand) []row {
	rows := make([]row, 1000)
	for i := range rows {
		rows[i] = row{i, "user" + strconv.Itoa(rng.Intn(900)), rng.Float64(), []int{i, i + 1}}
	}
	return rows
}

//go:noinline
func parse(rows []row, times int) []byte {
	var text []byte
	for ; times > 0; times -= 30 {
		text, _ = json.Marshal(rows)
		var back []row
		_ = json.Unmarshal(text, &back)
	}
	return text
}

//go:noinline
func index(rows []row, times int) map[string][]int {
	var groups map[string][]int
	for ; times > 0; times -= 6 {
		groups = make(map[string][]int)
		for i := range rows {
			groups[rows[i].Name] = append(groups[rows[i].Name], i)
		}
	}
	return groups
}

//go:noinline
func rank(rows []row, times int) {
	for ; times > 0; times -= 5 {
		order := make([]int, len(rows))
		for i := range order {
			order[i] = i
		}
		sort.Slice(order, func(a, b int) bool { return rows[order[a]].Name < rows[order[b]].Name })
	}
}

//go:noinline
func pack(text []byte, times int) {
	for ; times > 0; times -= 50 {
		var out bytes.Buffer
		w, _ := flate.NewWriter(&out, 4)
		_, _ = w.Write(text)
		_ = w.Close()
		sink += uint64(out.Len())
	}
}

//go:noinline
func checksum(text []byte, times int) {
	for ; times > 0; times -= 5 {
		sink += uint64(crc32.Checksum(text, table))
	}
}

//go:noinline
func digest(text []byte, times int) {
	for ; times > 0; times -= 5 {
		sink ^= uint64(crc32.Checksum(text, table))
	}
}

//go:noinline
func render(groups map[string][]int, text []byte, times int) {
	for ; times > 0; times -= 20 {
		var out strings.Builder
		for name, ids := range groups {
			fmt.Fprintf(&out, "<li>%s: %d</li>", name, len(ids))
		}
		sink += uint64(out.Len())
	}
	if option["recheck"] != 0 {
		checksum(text, 100)
	}
}

//go:noinline
func audit(times int) {
	x := uint64(88172645463325252)
	for i := 0; i < times*500; i++ {
		x ^= x << 13
		x ^= x >> 7
		x ^= x << 17
	}
	sink += x
}

//go:noinline
func handle(rng *rand.Rand) {
	rows := makeRows(rng)
	text := parse(rows, option["parse"])
	groups := index(rows, option["index"])
	rank(rows, option["rank"])
	pack(text, option["pack"])
	if option["rename"] != 0 {
		digest(text, option["check"])
	} else {
		checksum(text, option["check"])
	}
	render(groups, text, option["render"])
	audit(option["audit"])
}

func main() {
	for _, arg := range os.Args[2:] {
		name, value, _ := strings.Cut(arg, "=")
		option[name], _ = strconv.Atoi(value)
	}
	rounds, _ := strconv.Atoi(os.Args[1])
	rng := rand.New(rand.NewSource(1))
	for ; rounds > 0; rounds-- {
		handle(rng)
	}
}
