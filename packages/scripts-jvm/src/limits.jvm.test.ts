import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { ask, body, openEngine } from './engine.fixture.ts'

const engine = openEngine({ cpuMs: 100, memoryMiB: 64 })
const healthy = body('println(context["id"]); enabled()')
const outcome = { active: true, logs: ['ann'] }

/** Neighbours are unharmed, if need be in another JVM. */
afterEach(async () => {
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => ask(engine, healthy, { id: 'ann' })))
  expect(outcomes).toEqual(Array(8).fill(outcome))
})

const hostile: readonly (readonly [what: string, script: string, ...codes: readonly string[]])[] = [
  ['an infinite loop', body('while (true) { }'), 'CPU'],
  [
    'an infinite loop that catches what it can',
    body('while (true) try { while (true) { } } catch (e: Throwable) { }'),
    'CPU',
  ],
  ['an infinite loop after its answer', body('enabled(); while (true) { }'), 'CPU'],
  [
    'an infinite loop outside the function',
    body('enabled(); x', 'val x: Int = run { while (true) { }; 1 }'),
    'CPU',
    'SYNTAX',
  ],
  ['a sequence without an end', body('generateSequence(1) { it + 1 }.forEach { }'), 'CPU', 'MEMORY'],
  ['a regular expression that backtracks', body('Regex("(a|aa)+\\\\1b").matches("a".repeat(60)); enabled()'), 'CPU'],
  [
    'a growing number',
    body('var n = java.math.BigInteger.TEN; while (true) n = n.multiply(n)'),
    'CPU',
    'MEMORY',
    'EXCEPTION',
  ],
  ['a comparator that never ends', body('(1..9).sortedWith { _, _ -> while (true) { }; 0 }'), 'CPU'],
  [
    'an endless toString',
    body('throw Endless()', 'class Endless : Exception() { override val message: String get() { while (true) { } } }'),
    'CPU',
  ],
  ['recursion', body('println(f(0))', 'fun f(n: Int): Int = f(n + 1) + 1'), 'EXCEPTION'],
  [
    'recursion in toString',
    body('println(A())', 'class A { override fun toString(): String = "" + this }'),
    'EXCEPTION',
    'MEMORY',
    'CPU',
  ],
  ['a list bomb', body('val all = ArrayList<ByteArray>(); while (true) all.add(ByteArray(1000000))'), 'MEMORY', 'CPU'],
  ['a string bomb', body('var s = "x"; while (true) s += s'), 'MEMORY', 'CPU'],
  ['a map', body('val all = HashMap<Int, Any>(); var i = 0; while (true) all[i++] = LongArray(10)'), 'MEMORY', 'CPU'],
  ['garbage', body('while (true) "x".repeat(1000000)'), 'MEMORY', 'CPU'],
  ['one enormous array', body('println(ByteArray(Int.MAX_VALUE).size)'), 'MEMORY'],
  ['one array as large as the heap', body('println(LongArray(100000000).size)'), 'MEMORY'],
  [
    'memory, caught',
    body(
      'while (true) try { ArrayList<ByteArray>().let { while (true) it.add(ByteArray(1000000)) } } catch (e: Throwable) { }',
    ),
    'MEMORY',
    'CPU',
  ],
  [
    'an exception without an end of causes',
    body('var e = Exception("a"); for (i in 1..10) e = Exception("b", e); throw e'),
    'EXCEPTION',
  ],
  [
    'an exception whose message fails',
    body('throw Odd()', 'class Odd : Exception() { override val message: String get() = throw this }'),
    'EXCEPTION',
  ],
  ['an enormous message', body('throw Exception("x".repeat(400000))'), 'EXCEPTION'],
  [
    'a future that never completes',
    body('java.util.concurrent.CompletableFuture<Int>().whenComplete { _, _ -> enabled() }'),
    'NO_ANSWER',
  ],
  ['a callback kept for later', body('kept = enabled', 'var kept: (() -> Unit)? = null'), 'NO_ANSWER'],
]

/** Compiles everything in one JVM: each one that has to be killed would make the next compilation a first one. */
beforeAll(async () => {
  for (const script of [healthy, ...hostile.map(([, text]) => text)]) await engine.check({ type: 'kotlin', script })
}, 600_000)

describe('a Kotlin script that is hostile', () => {
  it.each(hostile)('fails: %s', async (_, script, ...codes) => {
    const { active, error } = await ask(engine, script)
    expect(active).toBe(false)
    expect(codes).toContain(error?.code)
    expect(error?.message.length).toBeLessThan(1_100)
  })

  it('is late if it sleeps, or waits for what never comes', async () => {
    const hasty = openEngine({ wallMs: 2_000 })
    for (const text of [
      'Thread.sleep(100000)',
      'java.util.concurrent.CompletableFuture<Int>().get()',
      'while (true) try { Thread.sleep(100000) } catch (e: Throwable) { }',
    ]) {
      const { error } = await ask(hasty, body(text))
      expect([text, error?.code]).toEqual([text, 'TIME'])
    }
    await expect.poll(() => ask(hasty, healthy, { id: 'ann' })).toEqual(outcome)
  })

  it('is suspended after three times', async () => {
    const strict = openEngine({ cpuMs: 20 })
    const script = body('while (true) { }')
    const codes: (string | undefined)[] = []
    for (let time = 0; time < 4; time++) codes.push((await ask(strict, script)).error?.code)
    expect(codes).toEqual(['CPU', 'CPU', 'CPU', 'SUSPENDED'])
  })
})
