import { createBreaker } from '@signalbox/core/engines'
import { expect, it, onTestFinished, vi } from 'vitest'
import { body, deferred } from './engine.fixture.ts'
import { createPool } from './pool.ts'
import { loadModule } from './script-engine.ts'

/** Creates a pool whose worker starts on demand and whose clock is manual; HTTP calls are never answered. */
function starting() {
  let now = 0
  let looks = 0
  const { promise: started, resolve: start } = deferred<void>()
  const { promise: called, resolve: call } = deferred<void>()
  const pool = createPool({
    limits: { cpuMs: 1_000, memoryMiB: 16, calls: 1, bodyBytes: 100 },
    wallMs: 1_000,
    workers: 1,
    queue: 10,
    load: () => started.then(() => loadModule(16)),
    breaker: createBreaker(() => now),
    fetch() {
      call()
      return new Promise(() => {})
    },
    clock() {
      looks++
      return now
    },
  })
  onTestFinished(() => {
    start()
    return pool.close()
  })
  /** Advances the clock and lets the pool check. */
  async function pass(ms: number) {
    now += ms
    const seen = looks
    await vi.waitUntil(() => looks > seen, { timeout: 30_000 })
  }
  return { pool, start, called, pass }
}

it('a script is not charged for a slow start of its worker', async () => {
  const { pool, start, pass } = starting()
  const asked = pool.run({ script: body('enabled()'), context: '{}' })
  await pass(9_000)
  start()
  expect(await asked).toEqual({ active: true, logs: [] })
})

it('the wall time of a script counts from when there is a worker', async () => {
  const { pool, start, pass, called } = starting()
  const asked = pool.run({ script: body("return http.fetch('https://example.com')"), context: '{}' })
  let isOver = false
  asked.then(() => {
    isOver = true
  })
  await pass(9_000)
  start()
  await called
  await pass(999)
  expect(isOver).toBe(false)
  await pass(1)
  expect(await asked).toMatchObject({ active: false, error: { code: 'TIME' } })
})

it('waiting for a worker that does not start ends', async () => {
  const { pool, pass } = starting()
  const asked = pool.run({ script: body('enabled()'), context: '{}' })
  await pass(11_000)
  expect(await asked).toMatchObject({
    active: false,
    error: { code: 'BUSY', message: expect.stringContaining('not started') },
  })
})
