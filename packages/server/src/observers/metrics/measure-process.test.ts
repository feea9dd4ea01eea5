import { setTimeout } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createSignalbox } from '@signalbox/core'
import { describe, expect, it } from 'vitest'
import { createLogDrops } from '../../log/log-drops.ts'
import { openMetrics, openProcessMetrics } from './open-metrics.ts'
import { readMetrics } from './scrape.fixture.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

const read = async ({ metrics }: ReturnType<typeof openProcessMetrics>) => readMetrics(await metrics('prometheus'))

/** The highest lag of the event loop, while the thread is kept for a while between two ticks of its timer. */
async function mostLag(process: ReturnType<typeof openProcessMetrics>, ms: number): Promise<number> {
  await setTimeout(TICKS_MS)
  for (const end = performance.now() + ms; performance.now() < end; );
  await setTimeout(TICKS_MS)
  return (await read(process)).value('nodejs_eventloop_lag_max_seconds')
}
const TICKS_MS = 60
const limits = { connections: 8, connectionsOfAddress: 6, streams: 6, streamsOfAddress: 4 }
const occupancy = { limits, connections: () => 5, streams: () => 3 }
const patient = { timeout: 20_000 }

describe('metrics of a process', () => {
  it('have its CPU, memory, start and version', async () => {
    const process = openProcessMetrics()
    const { value, labels } = await read(process)
    for (const name of ['process_cpu_seconds_total', 'process_resident_memory_bytes', 'nodejs_heap_size_used_bytes'])
      expect(value(name)).toBeGreaterThan(0)
    const age = Date.now() / 1000 - value('process_start_time_seconds')
    expect([age > 0, age < 86_400]).toEqual([true, true])
    expect(labels('nodejs_version_info', 'version')).toEqual([globalThis.process.version])
    await process.close()
  })

  it('have the lag of the event loop, and begin anew with each look', async () => {
    const process = openProcessMetrics()
    await expect
      .poll(async () => (await read(process)).value('nodejs_eventloop_lag_p99_seconds'), patient)
      .toBeGreaterThan(0)
    await expect.poll(() => mostLag(process, 300), patient).toBeGreaterThan(0.2)
    await expect.poll(() => mostLag(process, 0), patient).toBeLessThan(0.2)
    await process.close()
  })

  it('count pauses for garbage collection until they are closed, which also stops the timer of the event loop', async () => {
    const [open, closed] = [openProcessMetrics(), openProcessMetrics()]
    const pauses = async (of: typeof open) => (await read(of)).count('nodejs_gc_duration_seconds', { kind: 'major' })
    await closed.close()
    await read(closed)
    const [before, last] = [await pauses(closed), (await read(closed)).value('nodejs_eventloop_lag_max_seconds')]
    collectGarbage()
    await expect.poll(() => pauses(open), patient).toBeGreaterThan(0)
    await expect.poll(() => mostLag(open, 300), patient).toBeGreaterThan(0.2)
    expect(await pauses(closed)).toBe(before)
    expect((await read(closed)).value('nodejs_eventloop_lag_max_seconds')).toBe(last)
    await open.close()
  })
})

describe('metrics of a server', () => {
  it('lack what only the store knows while it does not answer, and have all others', async () => {
    const metrics = openMetrics({ drops: createLogDrops(), occupancy })
    const box = createSignalbox()
    let isSilent = false
    const about = () => (isSilent ? new Promise<never>(() => {}) : box.about())
    metrics.started?.({ ...box, about } as typeof box)
    const look = async () => readMetrics((await metrics.metrics?.('prometheus')) ?? '')
    expect((await look()).labels('signalbox_log_head', 'any')).toEqual([undefined])
    isSilent = true
    const silent = await look()
    expect(silent.labels('signalbox_log_head', 'any')).toEqual([])
    expect(silent.value('signalbox_event_streams')).toBe(3)
    expect(silent.value('process_resident_memory_bytes')).toBeGreaterThan(0)
    await metrics.close?.()
    await box.close()
  })

  it('count lines that logs dropped', async () => {
    const drops = createLogDrops()
    const metrics = openMetrics({ drops, occupancy })
    drops.add(() => 3)
    drops.add(() => 4)
    expect(readMetrics((await metrics.metrics?.('prometheus')) ?? '').value('signalbox_log_dropped_total')).toBe(7)
    await metrics.close?.()
  })
})
