// gopipe.go - goroutines, channels, generics, closures, method values, maps, sorting and garbage collection.
package main

import (
	"crypto/sha256"
	"fmt"
	"os"
	"sort"
	"strconv"
	"strings"
	"sync"
	"time"
)

type Number interface{ ~int | ~float64 }

type Tree[T Number] struct {
	left, right *Tree[T]
	value       T
}

func (t *Tree[T]) Insert(v T) *Tree[T] {
	if t == nil {
		return &Tree[T]{value: v}
	}
	if v < t.value {
		t.left = t.left.Insert(v)
	} else {
		t.right = t.right.Insert(v)
	}
	return t
}

func (t *Tree[T]) Sum() T {
	if t == nil {
		return 0
	}
	return t.left.Sum() + t.value + t.right.Sum()
}

func Map[A, B any](in []A, f func(A) B) []B {
	out := make([]B, 0, len(in))
	for _, a := range in {
		out = append(out, f(a))
	}
	return out
}

type worker struct {
	id    int
	words map[string]int
}

type job interface{ run(w *worker) float64 }

type treeJob int
type wordJob int
type hashJob int

func (n treeJob) run(w *worker) float64 {
	var t *Tree[float64]
	x := uint32(n) + 1
	for i := 0; i < 2000; i++ {
		x = x*1664525 + 1013904223
		t = t.Insert(float64(x))
	}
	return t.Sum()
}

func (n wordJob) run(w *worker) float64 {
	ids := make([]int, 1500)
	for i := range ids {
		ids[i] = (i*7919 + int(n)) % 1009
	}
	for _, s := range Map(ids, func(i int) string { return "word-" + strconv.Itoa(i) }) {
		w.words[strings.ToUpper(s)]++
	}
	keys := make([]string, 0, len(w.words))
	for k := range w.words {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(i, j int) bool { return keys[i] < keys[j] })
	return float64(len(keys))
}

func (n hashJob) run(w *worker) float64 {
	sum := sha256.Sum256([]byte(strings.Repeat(strconv.Itoa(int(n)), 4000)))
	return float64(sum[0])
}

func (w *worker) loop(in <-chan job, out chan<- float64, wg *sync.WaitGroup) {
	defer wg.Done()
	for j := range in {
		out <- j.run(w)
	}
}

func main() {
	seconds := 3.0
	if len(os.Args) > 1 {
		seconds, _ = strconv.ParseFloat(os.Args[1], 64)
	}
	in, out := make(chan job), make(chan float64, 8)
	var wg sync.WaitGroup
	for i := 0; i < 2; i++ {
		wg.Add(1)
		w := &worker{id: i, words: map[string]int{}}
		go w.loop(in, out, &wg)
	}
	go func() {
		end := time.Now().Add(time.Duration(seconds * float64(time.Second)))
		for n := 0; time.Now().Before(end); n++ {
			in <- []job{treeJob(n), wordJob(n), hashJob(n)}[n%3]
		}
		close(in)
		wg.Wait()
		close(out)
	}()
	total := 0.0
	for v := range out {
		total += v
	}
	fmt.Fprintln(os.Stderr, "done", total > 0)
}
