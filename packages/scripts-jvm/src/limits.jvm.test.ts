import { beforeAll, describe, expect, it } from 'vitest'
import { jvmLanguages } from './artifacts.ts'
import { openBench, openEngine, type Snippets } from './engine.fixture.ts'

const healthy: Snippets = {
  kotlin: 'println(context["id"]); enabled()',
  scala: 'println(context("id")); enabled()',
}
const outcome = { active: true, logs: ['ann'] }

const hostile: readonly (readonly [what: string, snippets: Snippets, ...codes: readonly string[]])[] = [
  ['an infinite loop', 'while (true) { }', 'CPU'],
  [
    'an infinite loop that catches what it can',
    {
      kotlin: 'while (true) try { while (true) { } } catch (e: Throwable) { }',
      scala: 'while (true) try { while (true) { } } catch { case e: Throwable => }',
    },
    'CPU',
  ],
  ['an infinite loop after its answer', 'enabled(); while (true) { }', 'CPU'],
  [
    'an infinite loop outside the function',
    {
      kotlin: ['enabled(); x', 'val x: Int = run { while (true) { }; 1 }'],
      scala: ['enabled(); println(x)', 'val x: Int = { while (true) { }; 1 }'],
    },
    'CPU',
    'SYNTAX',
  ],
  [
    'a sequence without an end',
    { kotlin: 'generateSequence(1) { it + 1 }.forEach { }', scala: 'Iterator.from(1).foreach { n => () }' },
    'CPU',
    'MEMORY',
  ],
  [
    'a regular expression that backtracks',
    {
      kotlin: 'Regex("(a|aa)+\\\\1b").matches("a".repeat(60)); enabled()',
      scala: '"(a|aa)+\\\\1b".r.matches("a" * 60); enabled()',
    },
    'CPU',
  ],
  [
    'a growing number',
    {
      kotlin: 'var n = java.math.BigInteger.TEN; while (true) n = n.multiply(n)',
      scala: 'var n = BigInt(10); while (true) n = n * n',
    },
    'CPU',
    'MEMORY',
    'EXCEPTION',
  ],
  [
    'a comparator that never ends',
    {
      kotlin: '(1..9).sortedWith { _, _ -> while (true) { }; 0 }',
      scala: '(1 to 9).sortWith { (_, _) => while (true) { }; true }',
    },
    'CPU',
  ],
  [
    'an endless toString',
    {
      kotlin: [
        'throw Endless()',
        'class Endless : Exception() { override val message: String get() { while (true) { } } }',
      ],
      scala: [
        'throw new Endless',
        'class Endless extends Exception { override def getMessage: String = { while (true) { }; "" } }',
      ],
    },
    'CPU',
  ],
  [
    'recursion',
    {
      kotlin: ['println(f(0))', 'fun f(n: Int): Int = f(n + 1) + 1'],
      scala: ['println(f(0))', 'def f(n: Int): Int = f(n + 1) + 1'],
    },
    'EXCEPTION',
  ],
  [
    'recursion in toString',
    {
      kotlin: ['println(A())', 'class A { override fun toString(): String = "" + this }'],
      scala: ['println(new A)', 'class A { override def toString: String = "" + this }'],
    },
    'EXCEPTION',
    'MEMORY',
    'CPU',
  ],
  [
    'a list bomb',
    {
      kotlin: 'val all = ArrayList<ByteArray>(); while (true) all.add(ByteArray(1000000))',
      scala: 'var all = List.empty[Array[Byte]]; while (true) all ::= new Array[Byte](1000000)',
    },
    'MEMORY',
    'CPU',
  ],
  ['a string bomb', 'var s = "x"; while (true) s += s', 'MEMORY', 'CPU'],
  [
    'a map',
    {
      kotlin: 'val all = HashMap<Int, Any>(); var i = 0; while (true) all[i++] = LongArray(10)',
      scala: 'var all = Map.empty[Int, Any]; var i = 0; while (true) { all += i -> new Array[Long](10); i += 1 }',
    },
    'MEMORY',
    'CPU',
  ],
  ['garbage', { kotlin: 'while (true) "x".repeat(1000000)', scala: 'while (true) "x" * 1000000' }, 'MEMORY', 'CPU'],
  [
    'one enormous array',
    { kotlin: 'println(ByteArray(Int.MAX_VALUE).size)', scala: 'println(new Array[Byte](Int.MaxValue).length)' },
    'MEMORY',
  ],
  [
    'one array as large as the heap',
    { kotlin: 'println(LongArray(100000000).size)', scala: 'println(new Array[Long](100000000).length)' },
    'MEMORY',
  ],
  [
    'memory, caught',
    {
      kotlin:
        'while (true) try { ArrayList<ByteArray>().let { while (true) it.add(ByteArray(1000000)) } } catch (e: Throwable) { }',
      scala:
        'while (true) try { var all = List.empty[Any]; while (true) all ::= new Array[Byte](1000000) } catch { case e: Throwable => }',
    },
    'MEMORY',
    'CPU',
  ],
  [
    'an exception without an end of causes',
    {
      kotlin: 'var e = Exception("a"); for (i in 1..10) e = Exception("b", e); throw e',
      scala: 'var e = new Exception("a"); for (i <- 1 to 10) e = new Exception("b", e); throw e',
    },
    'EXCEPTION',
  ],
  [
    'an exception whose message fails',
    {
      kotlin: ['throw Odd()', 'class Odd : Exception() { override val message: String get() = throw this }'],
      scala: ['throw new Odd', 'class Odd extends Exception { override def getMessage: String = throw this }'],
    },
    'EXCEPTION',
  ],
  [
    'an enormous message',
    { kotlin: 'throw Exception("x".repeat(400000))', scala: 'throw new Exception("x" * 400000)' },
    'EXCEPTION',
  ],
  [
    'a future that never completes',
    {
      kotlin: 'java.util.concurrent.CompletableFuture<Int>().whenComplete { _, _ -> enabled() }',
      scala: 'Promise[Int]().future.foreach { _ => enabled() }',
    },
    'NO_ANSWER',
  ],
  [
    'futures that start futures without an end',
    {
      kotlin: [
        'down(0)',
        'fun down(n: Int): Int = java.util.concurrent.CompletableFuture.completedFuture(n).thenApply { down(it + 1) }.get()',
      ],
      scala: ['again(0)', 'def again(n: Int): Future[Int] = Future(n).flatMap(n => again(n + 1))'],
    },
    'EXCEPTION',
    'CPU',
    'MEMORY',
    'NO_ANSWER',
  ],
  [
    'a callback kept for later',
    {
      kotlin: ['kept = enabled', 'var kept: (() -> Unit)? = null'],
      scala: ['kept = enabled', 'var kept: () => Unit = null'],
    },
    'NO_ANSWER',
  ],
]

describe.each(jvmLanguages)('a script in %s that is hostile', (language) => {
  const { ask, body, check, engine } = openBench(language, { cpuMs: 50 })
  const neighbours = () => {
    const run = { type: language, script: body(healthy), context: { id: 'ann' }, asker: 'neighbour' }
    return Promise.all(Array.from({ length: 8 }, () => engine.run(run)))
  }

  /** Compiles everything in one JVM: each one that has to be killed would make the next compilation a first one. */
  beforeAll(async () => {
    for (const text of [healthy, ...hostile.map(([, text]) => text)]) await check(body(text))
  }, 600_000)

  it.each(hostile)('fails, and its neighbours are unharmed: %s', async (_, snippets, ...codes) => {
    // All runs share the heap, so what uses it up may also end what runs beside it.
    const beside = codes.includes('MEMORY') ? undefined : neighbours()
    const { active, error } = await ask(body(snippets))
    expect(active).toBe(false)
    expect(codes, error?.message).toContain(error?.code)
    expect(error?.message.length).toBeLessThan(1_100)
    expect(await (beside ?? neighbours())).toEqual(Array(8).fill(outcome))
  })

  it('is suspended after three times', async () => {
    // It reacts to being interrupted, so the JVM stays. The text is a new one, also if this is tried again.
    const script = body(`while (true) Thread.sleep(0) // ${performance.now()}`)
    const codes: (string | undefined)[] = []
    for (let time = 0; time < 4; time++) codes.push((await ask(script)).error?.code)
    expect(codes).toEqual(['CPU', 'CPU', 'CPU', 'SUSPENDED'])
  })

  it('is late if it sleeps, or waits for what never comes', async () => {
    const hasty = openEngine(language, { wallMs: 1_500 })
    const waiting: readonly Snippets[] = [
      'Thread.sleep(100000)',
      {
        kotlin: 'java.util.concurrent.CompletableFuture<Int>().get()',
        scala: 'Await.result(Promise[Int]().future, scala.concurrent.duration.Duration.Inf)',
      },
      {
        kotlin: 'while (true) try { Thread.sleep(100000) } catch (e: Throwable) { }',
        scala: 'while (true) try { Thread.sleep(100000) } catch { case e: Throwable => }',
      },
    ]
    for (const text of waiting) await hasty.check({ type: language, script: body(text) })
    const codes = waiting.map(async (text) => (await ask(body(text), {}, hasty)).error?.code)
    expect(await Promise.all(codes)).toEqual(['TIME', 'TIME', 'TIME'])
    await expect.poll(() => ask(body(healthy), { id: 'ann' }, hasty)).toEqual(outcome)
  })
})
