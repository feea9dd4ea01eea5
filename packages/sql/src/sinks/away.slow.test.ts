import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSignalbox } from '@signalbox/core'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../sqlite/open.ts'

/** How long the destination is away: as long as other soaks, else 3 seconds. */
const SECONDS = Number(process.env.SIGNALBOX_SOAK ?? 3)
const A_SECOND = 1000
const MIB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const memory = () => {
  collectGarbage()
  return process.memoryUsage().heapUsed / MIB
}

test('while its destination is away, a sink keeps nothing in memory, and it catches up in order', {
  timeout: 120_000 + 4000 * SECONDS,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-'))
  const store = await openSqlite(join(folder, 'away.db'))
  let isAway = false
  let reports = 0
  let appended = 0
  const last = { id: 0, isOrdered: true }
  const box = createSignalbox({
    store,
    report: () => void reports++,
    sinks: {
      audit: {
        kind: 'memory',
        async position() {
          if (isAway) throw new Error('connect ECONNREFUSED')
          return last.id
        },
        async append(events) {
          if (isAway) throw new Error('connect ECONNREFUSED')
          for (const { _id } of events) {
            last.isOrdered &&= _id > last.id
            last.id = _id
            appended++
          }
        },
        async close() {},
      },
    },
  })
  onTestFinished(async () => {
    await box.close()
    rmSync(folder, { recursive: true })
  })
  for (let n = 0; n < 100; n++) await box.configs.create({ body: { id: `c${n}`, value: 0 } })
  await expect.poll(() => appended).toBe(100)

  isAway = true
  const bodyOf = (n: number) => ({ id: `c${n % 100}`, value: { n, text: `${n}${'x'.repeat(2000)}` } })
  let written = 100
  const heap: number[] = []
  const start = Date.now()
  for (let second = 0; second < SECONDS; second++) {
    for (let from = 0; from < A_SECOND; from += 100) {
      const bodies = Array.from({ length: 100 }, (_, n) => bodyOf(second * A_SECOND + from + n))
      await Promise.all(bodies.map((body) => box.configs.replace({ id: body.id, body })))
      written += bodies.length
    }
    heap.push(memory())
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, start + (second + 1) * 1000 - Date.now())))
  }
  // The log grows by some 4 KiB an event; what is kept of it does not.
  const [early = 0] = heap.slice(Math.min(1, heap.length - 1))
  expect(Math.max(...heap) - early).toBeLessThan(48)
  expect(reports).toBeLessThanOrEqual(1 + SECONDS / 60)

  isAway = false
  await expect.poll(() => appended, { timeout: 60_000 }).toBeGreaterThan(100)
  const before = appended
  const begun = Date.now()
  await expect.poll(() => appended, { timeout: 60_000 + 1000 * SECONDS }).toBe(written)
  const rate = Math.round((written - before) / Math.max(0.001, (Date.now() - begun) / 1000))
  console.log(`caught up with ${written - 100} events; the last ${written - before} of them at ${rate} events/s`)
  expect(last.isOrdered).toBe(true)
})
