package main

import (
	"encoding/json"
	"regexp"
	"sort"
	"strings"
)

type item struct {
	name string
	size int
}

type bySize []item

func (s bySize) Len() int           { return len(s) }
func (s bySize) Less(i, j int) bool { return s[i].size < s[j].size }
func (s bySize) Swap(i, j int)      { s[i], s[j] = s[j], s[i] }

func items(n int) []item {
	made := make([]item, n)
	for i, seed := 0, uint32(7); i < n; i++ {
		seed = seed*1664525 + 1013904223
		made[i] = item{strings.Repeat("x", int(seed>>28)), int(seed >> 8)}
	}
	return made
}

type tree struct {
	left, right *tree
	value       int
}

func (t *tree) insert(value int) *tree {
	if t == nil {
		return &tree{value: value}
	}
	if value < t.value {
		t.left = t.left.insert(value)
	} else {
		t.right = t.right.insert(value)
	}
	return t
}

func (t *tree) sum() int {
	if t == nil {
		return 0
	}
	return t.left.sum() + t.value + t.right.sum()
}

// sortAll sorts by an interface, by a closure, and in a tree.
func sortAll() {
	list := items(4000)
	sort.Sort(bySize(list))
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	var root *tree
	for _, it := range items(2000) {
		root = root.insert(it.size)
	}
	if root.sum() == 0 {
		panic("no sum")
	}
}

var word = regexp.MustCompile(`[a-z]+(ing|ed)\b`)

// parseAll goes through JSON and expressions.
func parseAll() {
	doc := map[string][]string{}
	for i := 0; i < 20; i++ {
		key := strings.Repeat("k", i+1)
		doc[key] = strings.Fields(strings.Repeat("walking talked sit ", 20))
	}
	text, err := json.Marshal(doc)
	if err != nil {
		panic(err)
	}
	var back map[string][]string
	if err := json.Unmarshal(text, &back); err != nil {
		panic(err)
	}
	for _, words := range back {
		if len(word.FindAllString(strings.Join(words, " "), -1)) == 0 {
			panic("no word")
		}
	}
}

// Small functions that the compiler inlines, five deep: mix(step(low(turn(xor)))).
func xor(a, b uint64) uint64      { return a ^ b }
func turn(a uint64, n int) uint64 { return xor(a<<n, a>>(64-n)) }
func low(a uint64) uint64         { return turn(a, 13) & 0xffffffff }
func step(a uint64) uint64        { return low(a)*2654435761 + 1 }
func mix(a, b uint64) uint64      { return step(a) + step(b) }

//go:noinline
func spin(n int) uint64 {
	var a, b uint64 = 1, 2
	for i := 0; i < n; i++ {
		a = mix(a, b)
		b = mix(b, uint64(i))
	}
	return a + b
}

//go:noinline
func deepSpin(depth, n int) uint64 {
	if depth == 0 {
		return spin(n)
	}
	return deepSpin(depth-1, n) + mix(uint64(depth), 3)
}

func inlineAll() {
	if spin(300000)+deepSpin(12, 200000) == 0 {
		panic("no spin")
	}
}
