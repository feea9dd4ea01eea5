import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { jvmLanguages, runnerJar } from './artifacts.ts'
import { withoutCommonPool } from './command-line.ts'
import { openBench } from './engine.fixture.ts'

/** Ways to work in parallel in Java, each with a leaf in the calling thread that throws while others go on. */
const program = `
import java.util.*; import java.util.concurrent.*; import java.util.stream.*;
public class Probe {
  static final Set<String> threads = ConcurrentHashMap.newKeySet();
  static void leaf() { threads.add(Thread.currentThread().getName()); for (long i = 0; i < 1_000_000; i++) Math.sqrt(i); }
  static void attempt(Runnable way) {
    try { way.run(); } catch (RuntimeException thrown) { threads.add("thrown"); }
  }
  public static void main(String[] args) throws Exception {
    List<Integer> list = IntStream.range(0, 1000).boxed().toList();
    attempt(() -> StreamSupport.stream(list.spliterator(), true).forEach(i -> leaf()));
    attempt(() -> list.parallelStream().forEach(i -> { leaf(); if (i % 7 == 0) throw new RuntimeException(); }));
    attempt(() -> Arrays.parallelSetAll(new int[1000], i -> { leaf(); return i; }));
    ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();
    for (int i : list) map.put(i, i);
    attempt(() -> map.forEach(1, (key, value) -> leaf()));
    Thread.getAllStackTraces().keySet().stream().map(Thread::getName).filter(one -> one.contains("Fork")).forEach(threads::add);
    System.out.println(new TreeSet<>(threads));
  }
}`

it('Java works in the calling thread alone, with the arguments that a JVM for scripts gets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-probe-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'Probe.java')
  writeFileSync(file, program)
  execFileSync('javac', ['-d', folder, file])
  const classpath = ['-cp', `${folder}:${runnerJar}`, 'Probe']
  const threads = (args: readonly string[]) =>
    execFileSync('java', [...args, ...classpath], { encoding: 'utf8' }).trim()
  expect(threads(withoutCommonPool)).toBe('[main, thrown]')
  expect(threads(['-Djava.util.concurrent.ForkJoinPool.common.parallelism=2'])).toContain('ForkJoinPool')
})

it.each(jvmLanguages)(
  'after runs in %s no thread is alive but the threads of the JVM and of its runner',
  async (language) => {
    const { ask, body, engine } = openBench(language)
    const scripts = [
      'enabled()',
      'throw RuntimeException()',
      'java.util.concurrent.CompletableFuture.completedFuture(1).thenApply { it + 1 }; enabled()',
      'listOf(1, 2, 3).stream().map { it + 1 }.count(); enabled()',
    ]
    const inScala = [
      'enabled()',
      'throw new RuntimeException()',
      'java.util.concurrent.CompletableFuture.completedFuture(1); enabled()',
      'java.util.List.of(1, 2, 3).stream().count(); enabled()',
    ]
    for (const [at, kotlin] of scripts.entries()) {
      await ask(body({ kotlin, scala: inScala[at] as string }))
      const folder = `/proc/${engine.pid()}/task`
      const names = readdirSync(folder).map((id) => readFileSync(`${folder}/${id}/comm`, 'utf8').trim())
      expect(names.filter((name) => !known.test(name))).toEqual([])
    }
  },
)

/** Threads of the JVM and its compilers, of which Kotlin's has some, and of the runner. Names are cut after 15 characters. */
const known =
  /^(java|main|run|resume|watch|write|compile|C1 .*|C2 .*|VM .*|GC .*|G1 .*|Reference Handl|Finalizer|Signal Dispatch|Service Thread|Monitor Deflati|Notification Th|Common-Cleaner|Sweeper thread|Cleaner-\d+|process reaper|DefaultDispatch)$/
