package main

import (
	"os"
	"runtime"
	"sync"
	"time"
)

type counter struct {
	mutex sync.RWMutex
	n     map[int]int
}

func (c *counter) add(key int) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.n[key]++
	spin(2000)
}

func (c *counter) read(key int) int {
	c.mutex.RLock()
	defer c.mutex.RUnlock()
	spin(1000)
	return c.n[key]
}

func produce(to chan<- int, n int) {
	for i := 0; i < n; i++ {
		spin(3000)
		to <- i
	}
	close(to)
}

func consume(from <-chan int, c *counter, done *sync.WaitGroup) {
	defer done.Done()
	for i := range from {
		c.add(i % 10)
		c.read(i % 7)
	}
}

// contend writes block and mutex: workers wait for a channel, a lock and each other.
func contend(folder string) error {
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	c := &counter{n: map[int]int{}}
	var done sync.WaitGroup
	work := make(chan int, 2)
	for i := 0; i < 6; i++ {
		done.Add(1)
		go consume(work, c, &done)
	}
	go produce(work, 3000)
	done.Wait()
	select {
	case <-time.After(time.Millisecond):
	}
	if err := write(folder, "block"); err != nil {
		return err
	}
	return write(folder, "mutex")
}

func sleeper(level int, stop <-chan bool) {
	if level > 0 {
		sleeper(level-1, stop)
		return
	}
	<-stop
}

// routines writes goroutine and threadcreate while many wait.
func routines(folder string) error {
	stop := make(chan bool)
	var group sync.WaitGroup
	group.Add(1)
	for i := 0; i < 40; i++ {
		go sleeper(i%5, stop)
	}
	go func() { group.Wait() }()
	for i := 0; i < 4; i++ { // reading a pipe keeps no thread, a system call does
		go func() {
			runtime.LockOSThread()
			from, to, _ := os.Pipe()
			defer to.Close()
			from.Read(make([]byte, 1))
		}()
	}
	time.Sleep(100 * time.Millisecond)
	if err := write(folder, "goroutine"); err != nil {
		return err
	}
	return write(folder, "threadcreate")
}
