package main

import (
	"context"
	"runtime/pprof"
	"strconv"
	"sync"
)

func handle(handler string, tenant int) {
	labels := pprof.Labels("handler", handler, "tenant", "t"+strconv.Itoa(tenant))
	pprof.Do(context.Background(), labels, func(ctx context.Context) {
		switch handler {
		case "/sort":
			sortAll()
		case "/parse":
			parseAll()
		default:
			inlineAll()
		}
		if tenant == 0 { // a label more
			pprof.Do(ctx, pprof.Labels("retry", "yes"), func(context.Context) { sortAll() })
		}
	})
}

// labelAll serves requests of three handlers and three tenants, and does some work for nobody.
func labelAll() {
	var group sync.WaitGroup
	for i, handler := range []string{"/sort", "/parse", "/spin"} {
		group.Add(1)
		go func(handler string, tenant int) {
			defer group.Done()
			handle(handler, tenant)
		}(handler, i)
	}
	group.Wait()
	inlineAll()
}
