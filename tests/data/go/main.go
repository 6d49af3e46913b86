// Work for profiles: each mode does one kind of it for a while and writes what Go's runtime/pprof saw.
//
//	work MODE FOLDER
//
// ../make-pprofs.sh builds and runs it; the profiles stand in ../pprof.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"time"
)

var modes = map[string]func(folder string) error{
	"cpu":      func(folder string) error { return cpu(folder, "cpu-sort", sortAll) },
	"parse":    func(folder string) error { return cpu(folder, "cpu-parse", parseAll) },
	"inline":   func(folder string) error { return cpu(folder, "cpu-inline", inlineAll) },
	"labels":   func(folder string) error { return cpu(folder, "cpu-labels", labelAll) },
	"memory":   memory,
	"contend":  contend,
	"routines": routines,
}

func main() {
	if len(os.Args) != 3 || modes[os.Args[1]] == nil {
		fmt.Fprintln(os.Stderr, "usage: work MODE FOLDER")
		os.Exit(2)
	}
	if err := modes[os.Args[1]](os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func create(folder, name string) (*os.File, error) {
	return os.Create(filepath.Join(folder, name+".pb.gz"))
}

// cpu records what work does, again and again for two seconds.
func cpu(folder, name string, work func()) error {
	file, err := create(folder, name)
	if err != nil {
		return err
	}
	defer file.Close()
	runtime.SetCPUProfileRate(400) // pprof's start then keeps it, with a word on stderr
	if err := pprof.StartCPUProfile(file); err != nil {
		return err
	}
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		work()
	}
	pprof.StopCPUProfile()
	return nil
}

// write writes a profile that the runtime keeps.
func write(folder, profile string) error {
	file, err := create(folder, profile)
	if err != nil {
		return err
	}
	defer file.Close()
	return pprof.Lookup(profile).WriteTo(file, 0)
}
