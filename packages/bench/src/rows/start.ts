import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startChild } from '../child.ts'
import type { StartCosts } from '../programs/start-features.ts'
import type { Row, RowGroup } from '../row.ts'

const MOST_START_MS = 5000
const MOST_TREE_MS = 3000
const MOST_BYTES = 600

/** What a server with many features costs until it answers, and afterwards. */
export const start: RowGroup = {
  title: 'Start with many features on SQLite',
  async measure({ rounds }) {
    const count = rounds < 10 ? 100_000 : 1_000_000
    const { readMs, ...costs } = await startCosts(count)
    return rowsOf(costs, { readMs, count })
  },
}

/** The costs of a start, and the CPU time of the driver alone for reading and parsing the same rows. */
export async function startCosts(count: number): Promise<StartCosts & { readonly readMs: number }> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  const ask = async <T>(question: unknown): Promise<T> => {
    const child = startChild('start-features', [join(folder, 'start.db')])
    try {
      return await child.ask<T>(question)
    } finally {
      await child.stop()
    }
  }
  try {
    await ask({ fill: count })
    const { readMs } = await ask<{ readonly readMs: number }>({ read: true })
    return { readMs, ...(await ask<StartCosts>({ start: count })) }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function rowsOf(costs: StartCosts, { readMs, count }: { readonly readMs: number; readonly count: number }): Row[] {
  const { startMs, longestTurnMs, bytes, firstTreeMs, secondTreeMs, bytesUsed } = costs
  const many = count.toLocaleString('en')
  return [
    { what: `${many} rows read and parsed by node:sqlite alone`, figure: ms(readMs) },
    {
      what: `start with ${many} features`,
      figure: ms(startMs),
      ratio: `${(startMs / readMs).toFixed(2)} × the rows alone`,
      ...within(startMs, MOST_START_MS),
    },
    { what: 'longest time for which other calls wait meanwhile', figure: `${longestTurnMs.toFixed(0)} ms` },
    {
      what: 'growth of resident memory by the start',
      figure: `${bytes.toFixed(0)} B a feature`,
      goal: `≤ ${MOST_BYTES} B`,
      met: bytes <= MOST_BYTES,
    },
    {
      what: 'first tree of all features, which compiles them',
      figure: ms(firstTreeMs),
      ratio: `${(firstTreeMs / secondTreeMs).toFixed(2)} × the second`,
      ...within(firstTreeMs, MOST_TREE_MS),
    },
    { what: 'growth once all are compiled', figure: `${bytesUsed.toFixed(0)} B a feature` },
  ]
}

const ms = (time: number) => `${Math.round(time).toLocaleString('en')} ms of CPU`

const within = (time: number, most: number) => ({ goal: `≤ ${most.toLocaleString('en')} ms`, met: time <= most })
