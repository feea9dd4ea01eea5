import { describe, expect, it } from 'vitest'
import { jvmLanguages } from './artifacts.ts'
import { openBench, openEngine } from './engine.fixture.ts'

describe.each(jvmLanguages)('callers with scripts in %s', (language) => {
  const { body, check, engine } = openBench(language, { cpuMs: 1_000 })
  const quick = body('enabled()')

  it('take turns, so that a caller whose script uses its whole time does not starve others', async () => {
    const slow = body({
      kotlin: 'val end = System.nanoTime() + 20_000_000; while (System.nanoTime() < end) { }; enabled()',
      scala: 'val end = System.nanoTime() + 20000000; while (System.nanoTime() < end) { }; enabled()',
    })
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

  it('leave a thread to others while all their scripts wait', async () => {
    const sleeping = body('Thread.sleep(2500); enabled()')
    await check(sleeping)
    const hasty = openEngine(language, { wallMs: 4_000 })
    const run = (asker: string, script: string) => hasty.run({ type: language, script, context: {}, asker })
    await Promise.all([run('modest', quick), run('greedy', sleeping)])
    const greedy = Array.from({ length: 12 }, () => run('greedy', sleeping))
    const modest = await Promise.all(Array.from({ length: 20 }, () => run('modest', quick)))
    expect(modest.map(({ active }) => active)).toEqual(Array(20).fill(true))
    // What had no turn says so, and is not held against the script.
    const codes = new Set((await Promise.all(greedy)).map(({ active, error }) => (active ? 'active' : error?.code)))
    expect(codes).toContain('active')
    expect(codes).toContain('BUSY')
    expect(await run('greedy', sleeping)).toEqual({ active: true, logs: [] })
  })
})
