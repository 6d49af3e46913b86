/* A small program to be recorded: three threads that compute, allocate and wait for a lock. */
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

public class Mill {
    private static final Object gate = new Object();
    private static volatile long sink;
    private static long end;

    private static boolean runs() {
        return System.nanoTime() < end;
    }

    static long fib(int n) {
        return n < 2 ? n : fib(n - 1) + fib(n - 2);
    }

    static void grind() {
        while (runs())
            sink += fib(27);
    }

    static Map<String, Integer> count(int n) {
        Map<String, Integer> words = new HashMap<>();
        for (int i = 0; i < n; i++)
            words.merge("word" + i % 97, 1, Integer::sum);
        return words;
    }

    static void fill() {
        List<byte[]> kept = new ArrayList<>();
        while (runs()) {
            sink += count(2000).size();
            kept.add(new byte[100_000]);
            if (kept.size() > 50)
                kept.clear();
        }
    }

    static void pass(int ms) throws InterruptedException {
        synchronized (gate) {
            Thread.sleep(ms);
        }
    }

    static void queue() {
        try {
            while (runs()) {
                pass(30);
                LockSupport.parkNanos(20_000_000);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /* Deeper than the 64 frames that a recording keeps by default. */
    static long dig(int depth) {
        return depth == 0 ? fib(25) : 1 + dig(depth - 1);
    }

    static void mine() {
        while (runs())
            sink += dig(100);
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable[] work = {Mill::grind, Mill::fill, Mill::queue, Mill::queue, Mill::mine};
        String[] names = {"grinder", "filler", "queue one", "queue <two>", "miner; deep"};
        Thread[] threads = new Thread[work.length];

        end = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000L;
        for (int i = 0; i < work.length; i++)
            (threads[i] = new Thread(work[i], names[i])).start();
        for (Thread thread : threads)
            thread.join();
    }
}
