import { Worker } from 'node:worker_threads'
import type { ScriptEngine, ScriptOutcome } from '@signalbox/core'
import { describe, expect, it, vi } from 'vitest'
import { ask, body, deferred, openEngine } from './engine.fixture.ts'
import { startServer } from './http/server.fixture.ts'
import type { ToWorker } from './messages.ts'

const yes: ScriptOutcome = { active: true, logs: [] }
const stuck = body('return new Array(1e9) + ""')
const spin = body('for (;;);')
const different = (script: string, number: number) => `${script} // ${number}`
const codeOf = ({ error }: ScriptOutcome) => error?.code

/** Runs scripts many times at once. */
const askMany = (engine: ScriptEngine, script: (number: number) => string, times: number) =>
  Promise.all(Array.from({ length: times }, (_, number) => ask(engine, script(number), { number })))

/** Opens an engine and waits until each of its workers has answered. */
async function openStarted(options: { workers: number; cpuMs?: number }): Promise<ScriptEngine> {
  const engine = openEngine(options)
  using posted = vi.spyOn(Worker.prototype, 'postMessage')
  const isBatch = ([message]: readonly unknown[]) => (message as ToWorker).type === 'batch'
  const given = () => new Set(posted.mock.contexts.filter((_, call) => isBatch(posted.mock.calls[call]!)))
  while (given().size < options.workers) await askMany(engine, () => body('enabled()'), 500)
  return engine
}

describe('many runs at once', () => {
  it('all receive their own results', async () => {
    const engine = openEngine()
    const script = body('console.log(context.number); context.number % 2 ? enabled() : disabled()')
    const outcomes = await askMany(engine, (number) => different(script, number % 7), 2_500)
    expect(outcomes).toEqual(outcomes.map((_, number) => ({ active: number % 2 === 1, logs: [`${number}`] })))
  })

  it('all receive results with large scripts and contexts', async () => {
    const engine = openEngine()
    const script = body(`/* ${'x'.repeat(300_000)} */ context.text.length === 300000 ? enabled() : disabled()`)
    const context = { text: 'x'.repeat(300_000) }
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, n) => ask(engine, different(script, n), context)))
    expect(outcomes).toEqual(outcomes.map(() => yes))
  })

  it('are rejected beyond the queue, at once', async () => {
    const engine = openEngine({ queue: 10 })
    const outcomes = await askMany(engine, () => body('enabled()'), 12)
    expect(outcomes.slice(0, 10)).toEqual(Array(10).fill(yes))
    const error = { code: 'BUSY', message: expect.stringMatching(/^10 scripts are already running.*option "queue"/) }
    expect(outcomes.slice(10)).toEqual(Array(2).fill({ active: false, logs: [], error }))
    expect(await ask(engine, body('enabled()'))).toEqual(yes)
  })
})

describe('a script that blocks its worker', () => {
  it('does not affect the results of others, although it crashes the worker', async () => {
    const engine = openEngine({ workers: 1 })
    const outcomes = await askMany(engine, (number) => (number === 3 ? stuck : body('enabled()')), 50)
    expect(codeOf(outcomes[3]!)).toBe('CPU')
    expect(outcomes.toSpliced(3, 1)).toEqual(Array(49).fill(yes))
  })

  it('does not affect the results of others, even with many such scripts', async () => {
    const engine = openEngine({ workers: 1, cpuMs: 150 })
    const isStuck = (number: number) => number % 12 === 3
    const outcomes = await askMany(
      engine,
      (number) => (isStuck(number) ? different(stuck, number) : body('enabled()')),
      60,
    )
    expect(outcomes.filter((_, number) => !isStuck(number))).toEqual(Array(55).fill(yes))
    expect(outcomes.filter((_, number) => isStuck(number)).map(codeOf)).toEqual(Array(5).fill('CPU'))
  })

  it('does not delay other scripts of the same message', async () => {
    const engine = await openStarted({ workers: 2, cpuMs: 300 })
    const order: number[] = []
    const scripts = [stuck, ...Array(49).fill(body('enabled()'))]
    const outcomes = await Promise.all(
      scripts.map(async (script, number) => {
        const outcome = await ask(engine, script)
        order.push(number)
        return outcome
      }),
    )
    expect(order.at(-1)).toBe(0)
    expect(codeOf(outcomes[0]!)).toBe('CPU')
    expect(outcomes.slice(1)).toEqual(Array(49).fill(yes))
  })

  it('is queued last after it has crashed workers', async () => {
    const engine = openEngine({ workers: 1, cpuMs: 150 })
    const order: string[] = []
    await Promise.all(
      [stuck, stuck, stuck, body('enabled()')].map(async (script) => {
        const { active } = await ask(engine, script)
        order.push(active ? 'well' : 'stuck')
      }),
    )
    expect(order).toEqual(['stuck', 'well', 'stuck', 'stuck'])
  })

  it('causes no repeated HTTP calls of others', async () => {
    const asked = deferred<void>()
    const answer = deferred<void>()
    const server = await startServer(async (_, response) => {
      asked.resolve()
      await answer.promise
      response.end('here')
    })
    const engine = openEngine({ workers: 1, origins: [server.origin], allowPrivate: true })
    const waits = ask(
      engine,
      body(`return http.fetch('${server.origin}').then((r) => r.text()).then((t) => { console.log(t); enabled() })`),
    )
    await asked.promise
    expect(codeOf(await ask(engine, stuck))).toBe('CPU')
    answer.resolve()
    expect(await waits).toEqual({ active: true, logs: ['here'] })
    expect(server.asked).toHaveLength(1)
  })

  it('does not use the other worker', async () => {
    const engine = await openStarted({ workers: 2 })
    const order: string[] = []
    const held = ask(engine, stuck).then(() => order.push('stuck'))
    await new Promise((resolve) => setImmediate(resolve))
    await ask(engine, body('enabled()')).then(() => order.push('well'))
    await held
    expect(order).toEqual(['well', 'stuck'])
  })
})

describe('a script that exceeds its limits repeatedly', () => {
  it('is suspended after three violations, and tried again after ten seconds', async () => {
    let now = 0
    const engine = openEngine({ clock: () => now })
    const codes = async (times: number) => {
      const all = []
      for (let time = 0; time < times; time++) all.push(codeOf(await ask(engine, spin)))
      return all
    }
    expect(await codes(5)).toEqual(['CPU', 'CPU', 'CPU', 'SUSPENDED', 'SUSPENDED'])
    now += 9_999
    expect(await codes(1)).toEqual(['SUSPENDED'])
    now += 1
    expect(await codes(2)).toEqual(['CPU', 'SUSPENDED'])
    expect(await ask(engine, body('enabled()'))).toEqual(yes)
    expect(await engine.check({ type: 'javascript', script: spin })).toBeUndefined()
  })

  it('is no longer suspended after its first success', async () => {
    let now = 0
    const engine = openEngine({ clock: () => now })
    const script = body('if (context.isBad) for (;;); enabled()')
    const bad = () => ask(engine, script, { isBad: true })
    for (let time = 0; time < 3; time++) await bad()
    expect(codeOf(await ask(engine, script))).toBe('SUSPENDED')
    now += 10_000
    expect(await ask(engine, script)).toEqual(yes)
    expect([codeOf(await bad()), codeOf(await bad())]).toEqual(['CPU', 'CPU'])
    expect(await ask(engine, script)).toEqual(yes)
  })

  it('does not delay others', async () => {
    const engine = openEngine({ workers: 1 })
    const outcomes = await askMany(engine, (number) => (number < 500 ? spin : body('enabled()')), 600)
    expect(outcomes.slice(500)).toEqual(Array(100).fill(yes))
    const codes = outcomes.slice(0, 500).map(codeOf)
    expect(new Set(codes)).toEqual(new Set(['CPU', 'SUSPENDED']))
    expect(codes.filter((code) => code === 'CPU').length).toBeLessThan(10)
  })

  it('is not suspended for other errors', async () => {
    const engine = openEngine()
    for (let time = 0; time < 5; time++) expect(codeOf(await ask(engine, body('throw 1')))).toBe('EXCEPTION')
  })
})

describe('wall time', () => {
  it('includes the turn in the queue', async () => {
    const engine = openEngine({ workers: 1, wallMs: 1_500, cpuMs: 300 })
    const outcomes = await askMany(engine, (number) => different(spin, number), 20)
    expect(outcomes.map(codeOf)).toContain('BUSY')
    expect(outcomes.every(({ error }) => ['CPU', 'TIME', 'BUSY'].includes(error!.code))).toBe(true)
    await expect.poll(() => ask(engine, body('enabled()'))).toEqual(yes)
  })
})
