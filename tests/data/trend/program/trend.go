// trend.go - two programs for trends: one that leaks, one that gets slower at a commit.
//
//	trend leak FOLDER        12 heap profiles, one every 2 s: cachePut keeps what it is given
//	trend slower COMMIT OUT  a CPU profile of a fixed amount of work: from commit 5 on sortRows sorts
//	                         its rows once more for every two requests
package main

import (
	"bytes"
	"compress/flate"
	"fmt"
	"hash/crc32"
	"math/rand"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"strconv"
	"strings"
	"time"
)

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// ---- work ----

//go:noinline
func parseRequest(seed int) []string {
	return strings.Split(strings.Repeat(fmt.Sprintf("key%d=value;", seed), 400), ";")
}

// Heapsort, so that all of its time is its own.
//
//go:noinline
func sortRows(rows []int) {
	for end, start := len(rows), len(rows)/2; end > 1; {
		if start > 0 {
			start--
		} else {
			end--
			rows[0], rows[end] = rows[end], rows[0]
		}
		for at := start; ; {
			child := 2*at + 1
			if child >= end {
				break
			}
			if child+1 < end && rows[child] < rows[child+1] {
				child++
			}
			if rows[at] >= rows[child] {
				break
			}
			rows[at], rows[child] = rows[child], rows[at]
			at = child
		}
	}
}

//go:noinline
func queryRows(r *rand.Rand, commit, request int) []int {
	rows := make([]int, 6000)
	for i := range rows {
		rows[i] = r.Int()
	}
	sortRows(rows)
	if commit >= 5 && request%2 == 0 {
		sortRows(rows[:len(rows)*2/3])
	}
	return rows
}

//go:noinline
func renderPage(fields []string) []byte {
	var page bytes.Buffer
	for _, field := range fields {
		fmt.Fprintf(&page, "<td>%s</td>", field)
	}
	return page.Bytes()
}

var out bytes.Buffer
var writer, _ = flate.NewWriter(&out, 6)

//go:noinline
func compressBody(body []byte) int {
	out.Reset()
	writer.Reset(&out)
	_, err := writer.Write(body)
	check(err)
	check(writer.Close())
	return out.Len()
}

//go:noinline
func checksum(body []byte) (sum uint32) {
	for i := 0; i < 60; i++ {
		sum += crc32.ChecksumIEEE(body)
		for _, b := range body {
			sum = sum*31 + uint32(b)
		}
	}
	return sum
}

func handle(r *rand.Rand, commit, request int) uint32 {
	fields := parseRequest(request)
	rows := queryRows(r, commit, request)
	page := renderPage(fields)
	return checksum(page) + uint32(compressBody(page)+rows[0])
}

func slower(commit int, out string) {
	file, err := os.Create(out)
	check(err)
	r := rand.New(rand.NewSource(int64(os.Getpid())))
	runtime.SetCPUProfileRate(200)
	check(pprof.StartCPUProfile(file))
	sum := uint32(0)
	for request := 0; request < 1100; request++ {
		sum += handle(r, commit, request)
	}
	pprof.StopCPUProfile()
	check(file.Close())
	fmt.Println(sum)
}

// ---- memory ----

var cache = map[int][]byte{}
var index [][]byte

//go:noinline
func cachePut(key int) {
	cache[key] = make([]byte, 8192)
}

//go:noinline
func loadIndex() {
	for i := 0; i < 2000; i++ {
		index = append(index, make([]byte, 4096+rand.Intn(512)))
	}
}

//go:noinline
func openSessions() [][]byte {
	sessions := make([][]byte, 300+rand.Intn(40))
	for i := range sessions {
		sessions[i] = make([]byte, 4096)
	}
	return sessions
}

func leak(folder string) {
	runtime.MemProfileRate = 16384
	loadIndex()
	var sessions [][]byte
	for key, taken := 0, 0; taken < 12; {
		next := time.Now().Add(2 * time.Second)
		for time.Now().Before(next) {
			sessions = openSessions()
			for i := 0; i < 4; i++ {
				cachePut(key)
				key++
			}
			time.Sleep(100 * time.Millisecond)
		}
		runtime.GC()
		file, err := os.Create(filepath.Join(folder, fmt.Sprintf("heap-%02d.pb.gz", taken)))
		check(err)
		check(pprof.Lookup("heap").WriteTo(file, 0))
		check(file.Close())
		runtime.KeepAlive(sessions)
		taken++
	}
}

func main() {
	if len(os.Args) == 3 && os.Args[1] == "leak" {
		leak(os.Args[2])
		return
	}
	if len(os.Args) == 4 && os.Args[1] == "slower" {
		commit, err := strconv.Atoi(os.Args[2])
		check(err)
		slower(commit, os.Args[3])
		return
	}
	fmt.Fprintln(os.Stderr, "usage: trend leak FOLDER | trend slower COMMIT OUT")
	os.Exit(2)
}
