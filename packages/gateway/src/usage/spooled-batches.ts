import type { QuotaUse, Report, UsageBatch } from '@signalbox/core/gateway'
import type { Spool } from '../state/state.ts'
import { type BatchSize, type Counted, GAP, halve, inChunks } from './batch-size.ts'
import { mergeBatches } from './merge-batches.ts'

/** Batches that wait for their delivery, in memory and in a spool. */
export interface SpooledBatches {
  /**
   * Loads the batches of earlier processes. Resolves with their use of quotas, except in the oldest batches, which may
   * have been delivered. Never rejects.
   */
  load(): Promise<readonly QuotaUse[]>
  /** Makes batches of what was counted. They outlive the process when the spool is synced. */
  add(counted: Counted): void
  /** The oldest batch. */
  next(): UsageBatch | undefined
  /** Removes the oldest batch, which need not be sent again. Returns its quotas, except quotas that `load` left out. */
  done(): readonly QuotaUse[]
  /**
   * Divides the oldest batch, which is too large for the control plane. Its parts may be sent when the spool is synced, so
   * that every process sends the same ones. `false` if it cannot be divided.
   */
  split(): boolean
  /** Requests of all batches. */
  readonly requests: number
  readonly isEmpty: boolean
}

interface BatchesOptions {
  readonly spool: Spool
  /** Identifies this process among all that report. */
  readonly instance: string
  /** The begin of the hour of an instant. */
  readonly hourOf: (instant: number) => number
  /** The most that a batch reports. */
  readonly batchSize: BatchSize
  /** Beyond so many bytes, the oldest batches are merged. @default 50331648 */
  readonly mergeAbove?: number
  /** So many bytes are merged at a time. @default 8388608 */
  readonly mergeStep?: number
  /** Beyond so many bytes, the oldest batches are lost. @default 62914560 */
  readonly dropAbove?: number
  readonly report: Report
}

/** A line of the spool: batches of one instance, with all numbers from `from` to `to`. */
interface Kept {
  /** Its number in the spool; 0 if it is only in memory. */
  readonly number: number
  readonly text: string
  readonly instance: string
  readonly from: number
  readonly to: number
  readonly isMerged: boolean
  readonly requests: number
}

/** What a line says. */
interface Line {
  /** The first number that it covers, if batches were merged. */
  readonly from?: number
  readonly batches: readonly UsageBatch[]
}

const MIB = 1024 * 1024

/**
 * Creates the list of batches that wait. The oldest one may have been sent, and its answer be lost: it never changes, so that
 * it counts once. Those behind it are merged when there are too many.
 */
export function spooledBatches(options: BatchesOptions): SpooledBatches {
  const { spool, instance, hourOf, batchSize, report } = options
  const { mergeAbove = 48 * MIB, mergeStep = 8 * MIB, dropAbove = 60 * MIB } = options
  let all: Kept[] = []
  /** The batches of the oldest line that are not done yet. */
  let current: UsageBatch[] | undefined
  let size = 0
  let requests = 0
  let seq = 0
  let isUsable = false
  let hasDropped = false
  /** The line that an earlier process may have delivered. */
  let doubtful: Kept | undefined

  function keep(line: Line): Kept {
    const text = JSON.stringify(line)
    return keptOf(isUsable ? spool.add(text) : 0, text, line)
  }

  function drop(one: Kept): void {
    size -= one.text.length
    if (one.number > 0) spool.remove(one.number)
  }

  function merge(): void {
    const begin = all.findIndex((one, place) => place > 0 && !one.isMerged)
    if (begin === -1) return
    const run: Kept[] = []
    let length = 0
    for (const one of all.slice(begin)) {
      if (one.isMerged || one.instance !== all[begin]?.instance || length > mergeStep) break
      run.push(one)
      length += one.text.length
    }
    const [first] = run
    const batches = run.flatMap(({ text }) => (JSON.parse(text) as Line).batches)
    const merged = keep({ from: (first as Kept).from, batches: mergeBatches(batches, { hourOf, size: batchSize }) })
    size += merged.text.length
    // The merged line comes first in the file: whenever the process is killed, the others are known to be in it.
    for (const one of run) drop(one)
    all.splice(begin, run.length, merged)
  }

  function dropOldest(): void {
    if (!hasDropped) report(new Error(`More than ${dropAbove} bytes of usage wait to be reported: the oldest is lost`))
    hasDropped = true
    const [lost] = all.splice(1, 1)
    requests -= lost?.requests ?? 0
    if (lost) drop(lost)
  }

  return {
    async load() {
      const entries = await spool.load().catch((cause) => {
        report(new Error('Usage of earlier processes cannot be read', { cause }))
        return undefined
      })
      isUsable = entries !== undefined
      const loaded = (entries ?? []).flatMap(({ number, text }) => {
        const line = parse(text)
        if (line) return keptOf(number, text, line)
        report(new Error('A line of the usage of earlier processes is not valid: it is left out'))
        spool.remove(number)
        return []
      })
      const covered = new Set(loaded.filter((one) => loaded.some((other) => covers(other, one))))
      for (const one of covered) spool.remove(one.number)
      const byInstance = Map.groupBy(
        loaded.filter((one) => !covered.has(one)),
        (one) => one.instance,
      )
      const found = [...byInstance.values()].flatMap((some) => some.sort((one, other) => one.from - other.from))
      all = [...found, ...all]
      for (const one of found) {
        size += one.text.length
        requests += one.requests
      }
      doubtful = found[0]
      return found.slice(1).flatMap(({ text }) => (JSON.parse(text) as Line).batches.flatMap(({ quotas }) => quotas))
    },
    add(counted) {
      for (const chunk of inChunks(counted, batchSize)) {
        seq += GAP
        const kept = keep({ batches: [{ instance, seq, ...chunk }] })
        all.push(kept)
        size += kept.text.length
        requests += kept.requests
      }
      if (size > mergeAbove) merge()
      while (size > dropAbove && all.length > 2) dropOldest()
    },
    next() {
      const [first] = all
      current ??= first && [...(JSON.parse(first.text) as Line).batches]
      return current?.[0]
    },
    done() {
      const [batch] = current ?? []
      if (!current || !batch) return []
      requests -= requestsOf([batch])
      current.shift()
      const quotas = all[0] === doubtful ? [] : batch.quotas
      if (current.length > 0) return quotas
      current = undefined
      const done = all.shift()
      if (done) drop(done)
      return quotas
    },
    split() {
      const [line] = all
      if (!line || !current) return false
      const { batches } = JSON.parse(line.text) as Line
      const sent = batches.slice(0, batches.length - current.length)
      const halves = halve(current[0] as UsageBatch, sent.at(-1))
      if (!halves) return false
      current = [...halves, ...current.slice(1)]
      const next = keep({ from: line.from, batches: [...sent, ...current] })
      size += next.text.length
      // As with merged lines, the new one comes first in the file.
      drop(line)
      all[0] = next
      if (doubtful === line) doubtful = next
      return true
    },
    get requests() {
      return requests
    },
    get isEmpty() {
      return all.length === 0
    },
  }
}

function keptOf(number: number, text: string, { from, batches }: Line): Kept {
  const { instance, seq: to } = batches.at(-1) as UsageBatch
  const first = from ?? (batches[0] as UsageBatch).seq
  return { number, text, instance, from: first, to, isMerged: from !== undefined, requests: requestsOf(batches) }
}

function parse(text: string): Line | undefined {
  try {
    const line = JSON.parse(text) as Line
    const isValid = line.batches.every(({ instance, entries, quotas }) => instance && entries && quotas)
    return isValid && line.batches.length > 0 ? line : undefined
  } catch {
    return undefined
  }
}

/** Whether the batches of a line were merged into another line before the process was killed. */
const covers = (merged: Kept, one: Kept): boolean =>
  merged !== one &&
  merged.isMerged &&
  merged.instance === one.instance &&
  merged.number > one.number &&
  merged.from <= one.from &&
  merged.to >= one.to

const requestsOf = (batches: readonly UsageBatch[]): number =>
  batches.reduce((sum, { entries }) => entries.reduce((all, one) => all + one.requests, sum), 0)
