import { describe, expect, it } from 'vitest'
import { openBench, openEngine } from './engine.fixture.ts'

/** Turns are taken in the same way in each language. */
const language = 'scala'

describe('callers', () => {
  const { body, check, engine } = openBench(language, { cpuMs: 1_000 })
  const ofScala = (text: string) => body({ kotlin: '', scala: text })
  const quick = body('enabled()')

  it('take turns, so that a caller whose script uses its whole time does not starve others', async () => {
    const slow = ofScala('val end = System.nanoTime() + 20000000; while (System.nanoTime() < end) { }; enabled()')
    for (const script of [quick, slow]) await check(script)
    const order: string[] = []
    const run = async (asker: string, script: string) => {
      const { active } = await engine.run({ type: language, script, context: {}, asker, owner: asker })
      order.push(`${asker} ${active}`)
    }
    await Promise.all([run('modest', quick), run('greedy', slow)])
    const greedy = Array.from({ length: 100 }, () => run('greedy', slow))
    await Promise.all([...greedy, run('modest', quick), run('modest', quick)])
    expect(order.lastIndexOf('modest true')).toBeLessThan(30)
    expect(order.filter((one) => one.endsWith('true'))).toHaveLength(104)
  })

  it('leave a thread to others while all their scripts wait, and are not blamed for turns that come late', async () => {
    const waiting = `def enabled(context: JsObject, enabled: () => Unit, disabled: () => Unit, http: WSClient): Unit = {
      Await.result(http.url("http://gate").get(), scala.concurrent.duration.Duration.Inf); enabled()
    }`
    const stubborn = ofScala('while (true) try { Thread.sleep(100000) } catch { case e: Throwable => }')
    let gates: (() => void)[] | undefined
    const gated = openEngine(language, {
      wallMs: 6_000,
      fetch: () =>
        new Promise((resolve) => (gates ? gates.push(() => resolve(new Response())) : resolve(new Response()))),
    })
    const run = async (owner: string, script: string) => {
      const { active, error } = await gated.run({ type: language, script, context: {}, asker: owner, owner })
      return active ? 'active' : `${error?.code} ${error?.message}`
    }
    const last = `${waiting} // last`
    for (const script of [stubborn, last]) await gated.check({ type: language, script })
    expect(await Promise.all([run('modest', quick), run('greedy', waiting)])).toEqual(['active', 'active'])

    gates = []
    const begin = performance.now()
    const scripts = [waiting, waiting, waiting, stubborn, ...Array(8).fill(last)]
    const greedy = Promise.all(scripts.map((script) => run('greedy', script)))
    await expect.poll(() => gates).toHaveLength(2)
    expect(await Promise.all(Array.from({ length: 20 }, () => run('modest', quick)))).toEqual(Array(20).fill('active'))
    expect(gates).toHaveLength(2)
    // Two threads are free for the next ones when a quarter of their time is left.
    await expect.poll(() => performance.now() - begin).toBeGreaterThan(4_500)
    for (const open of gates.splice(0)) open()
    expect(await greedy).toEqual([
      ...Array(2).fill('active'),
      'BUSY The turn of the script came after more than half of its 6000 ms: the JVM was busy',
      // What does not stop is to blame.
      'TIME The script called neither enabled() nor disabled() within 6000 ms',
      ...Array(8).fill('BUSY The script had no turn within 6000 ms: the JVM was busy'),
    ])
    gates = undefined
    expect(await run('greedy', waiting)).toBe('active')
  })

  it('cannot let scripts wait forever: their owner is suspended', async () => {
    const hasty = openEngine(language, { wallMs: 2_000 })
    const run = async (owner: string, script: string) => {
      const { active, error } = await hasty.run({ type: language, script, context: {}, asker: 'caller', owner })
      return active ? 'active' : error?.code
    }
    const endless = Array.from({ length: 7 }, (_, n) => body(`Thread.sleep(1000000 + ${n})`))
    for (const script of endless) await hasty.check({ type: language, script })
    expect(await run('modest', quick)).toBe('active')
    const wave = (from: number, to: number) => Promise.all(endless.slice(from, to).map((one) => run('hostile', one)))
    expect(await wave(0, 4)).toEqual(['TIME', 'TIME', 'BUSY', 'BUSY'])
    expect(await wave(2, 6)).toEqual(['TIME', 'TIME', 'BUSY', 'BUSY'])
    expect(await wave(0, 7)).toEqual(Array(7).fill('SUSPENDED'))
    expect(await run('modest', quick)).toBe('active')
  })
})
