import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignalbox, memoryStore, type Store } from '@signalbox/core'
import type { ChangeEvent, Sink } from '@signalbox/core/sinks'
import { openSqlite } from '@signalbox/sql'
import { median } from '../../harness.ts'
import type { Row, RowGroup } from '../../row.ts'
import { type Destination, installed } from '../../sink-destinations.ts'

const LEAST = 10_000
const MOST_ROUNDS = 3
/** As many events as the runner appends together. */
const BATCH = 1000
const never = new AbortController().signal

/** How fast a sink copies a log that it has not followed yet, and what its client does without the log. */
export const sinks: RowGroup = {
  title: 'Sinks: catching up with a log of events of 1 KiB, beside bare appends of the same batches from memory',
  async measure({ rounds }) {
    const isFull = rounds > MOST_ROUNDS
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-bench-'))
    // What waits in a sink does not keep the process alive.
    const awake = setInterval(() => {}, 60_000)
    const rows: Row[] = []
    try {
      const drafts = Array.from({ length: isFull ? 30_000 : 5000 }, (_, n) => draftOf(n))
      const logs = [
        { from: 'memory', store: memoryStore() },
        { from: 'SQLite', store: await openSqlite(join(folder, 'log.db')) },
      ]
      for (const { store } of logs)
        for (let at = 0; at < drafts.length; at += BATCH) await store.commit([], drafts.slice(at, at + BATCH))
      for (const destination of installed())
        rows.push(...(await measureOne(destination, { logs, drafts, rounds: isFull ? MOST_ROUNDS : 1 })))
      for (const { store } of logs) await store.close?.()
    } finally {
      clearInterval(awake)
      rmSync(folder, { recursive: true })
    }
    return rows
  },
}

interface Measuring {
  readonly logs: readonly { readonly from: string; readonly store: Store }[]
  readonly drafts: readonly Omit<ChangeEvent, '_id'>[]
  readonly rounds: number
}

async function measureOne({ name, open }: Destination, { logs, drafts, rounds }: Measuring): Promise<Row[]> {
  const { sinkTo, close } = await open()
  const events = drafts.map((draft, n) => ({ _id: n + 1, ...draft }))
  const bare: number[] = []
  const rates = logs.map((): number[] => [])
  try {
    await rateOf(events.slice(0, BATCH), await sinkTo('warm'))
    for (let round = 0; round < rounds; round++) {
      // Copies, because an event is serialized once.
      bare.push(await rateOf(structuredClone(events), await sinkTo(`bare-${round}`)))
      for (const [index, { from, store }] of logs.entries()) {
        const sink = await sinkTo(`${from}-${round}`)
        rates[index]?.push(await catchUp(store, drafts.length, { id: `${sink.kind ?? 'memory'}-${round}`, sink }))
      }
    }
  } finally {
    await close()
  }
  return logs.map(({ from }, index) => {
    const own = rates[index] ?? []
    const rate = median(own)
    return {
      what: `from ${from} to ${name}`,
      figure: `${Math.round(rate).toLocaleString('en')} events/s`,
      ratio: `${median(own.map((one, round) => one / bare[round]!)).toFixed(2)} × bare (${Math.round(median(bare)).toLocaleString('en')})`,
      goal: `≥ ${LEAST.toLocaleString('en')} events/s`,
      met: rate >= LEAST,
    }
  })
}

/** Events a second of appends one after the other. */
async function rateOf(events: readonly ChangeEvent[], sink: Sink): Promise<number> {
  await sink.position(never)
  const start = performance.now()
  let after = 0
  for (let at = 0; at < events.length; at += BATCH) {
    const batch = events.slice(at, at + BATCH)
    await sink.append(batch, after, never)
    after = batch.at(-1)!._id
  }
  const seconds = (performance.now() - start) / 1000
  await sink.close()
  return events.length / seconds
}

/**
 * Events a second of a sink of an instance, from its first look at the destination on. Each has its own id, because the
 * store remembers the position of sinks that cannot report it.
 */
async function catchUp(
  store: Store,
  count: number,
  { id, sink }: { readonly id: string; readonly sink: Sink },
): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  let start: number | undefined
  let copied = 0
  const timed: Sink = {
    ...sink,
    async position(signal) {
      const position = await sink.position(signal)
      start ??= performance.now()
      return position
    },
    async append(events, after, signal) {
      await sink.append(events, after, signal)
      copied += events.length
      if (copied >= count) resolve(count / ((performance.now() - (start ?? 0)) / 1000))
    },
  }
  const box = createSignalbox({ store: { ...store, close: async () => {} }, sinks: { [id]: timed } })
  await box.ready()
  const rate = await promise
  await box.close()
  return rate
}

function draftOf(n: number): Omit<ChangeEvent, '_id'> {
  const record = (value: number) => ({ id: `shop:${n % 100}`, enabled: true, text: 'x'.repeat(400), n: value })
  return {
    ...{ type: 'FEATURE_UPDATED', key: `shop:${n % 100}`, domain: 'Feature', timestamp: '2026-01-01T00:00:00.000' },
    ...{ payload: record(n), oldValue: record(n - 1) },
  }
}
