package main

import (
	"bytes"
	"compress/gzip"
	"runtime"
	"strings"
)

var kept [][]byte
var index = map[string]*item{}

//go:noinline
func keep(n int) {
	kept = append(kept, make([]byte, n))
}

func remember(n int) {
	for i := 0; i < n; i++ {
		name := strings.Repeat("n", i%50) + string(rune('a'+i%26))
		index[name] = &item{name, i}
	}
}

func waste(n int) {
	for i := 0; i < n; i++ {
		var to bytes.Buffer
		zip := gzip.NewWriter(&to)
		zip.Write(bytes.Repeat([]byte("waste "), 2000))
		zip.Close()
	}
}

// memory writes heap and allocs: what is in use, and all that was allocated.
func memory(folder string) error {
	runtime.MemProfileRate = 4096
	for i := 0; i < 60; i++ {
		keep(30000 + i*100)
		remember(2000)
		waste(3)
	}
	runtime.GC()
	if err := write(folder, "heap"); err != nil {
		return err
	}
	return write(folder, "allocs")
}
