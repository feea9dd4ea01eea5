import { startChild } from '../child.ts'
import { median } from '../harness.ts'
import type { RowGroup } from '../row.ts'

const LINES = 100_000
const LEAST = 150_000
const MOST_MB = 100
const MOST_KEPT_MB = 120

interface Measured {
  readonly importing: number
  readonly parsing: number
  readonly validating: number
  readonly grown: number
}

/** Uploads of nd-json, compared with the minimum work per line. */
export const lines: RowGroup = {
  title: 'An nd-json upload of 100,000 features through the HTTP door',
  async measure({ rounds }) {
    const memory = await runs('memory', rounds)
    const forgetful = await runs('forgetful', rounds)
    const parse = perSecond(memory, ({ parsing }) => parsing)
    const both = perSecond(memory, ({ parsing, validating }) => parsing + validating)
    const stored = perSecond(memory, ({ importing }) => importing)
    const read = perSecond(forgetful, ({ importing }) => importing)
    const [grown, grownAlone] = [memory, forgetful].map((all) => Math.max(...all.map((one) => one.grown)) / 1e6)
    const over = (rate: number) => `${(rate / both).toFixed(2)} × parse + ajv`
    return [
      { what: '`JSON.parse` alone', figure: figure(parse), ratio: over(parse) },
      { what: '`JSON.parse` and ajv', figure: figure(both), ratio: over(both) },
      { what: 'upload', figure: figure(stored), ratio: over(stored), goal: `≥ ${figure(LEAST)}`, met: stored >= LEAST },
      { what: 'upload into a store that keeps nothing', figure: figure(read), ratio: over(read) },
      {
        what: 'growth of the resident set, records and log kept',
        figure: `${grown!.toFixed(0)} MB`,
        goal: `≤ ${MOST_KEPT_MB} MB`,
        met: grown! <= MOST_KEPT_MB,
      },
      {
        what: 'growth of the resident set, nothing kept',
        figure: `${grownAlone!.toFixed(0)} MB`,
        goal: `< ${MOST_MB} MB`,
        met: grownAlone! < MOST_MB,
      },
    ]
  },
}

/** Uses a new process for each run, because the growth of memory matters, and code that is not optimized yet. */
async function runs(where: string, rounds: number): Promise<Measured[]> {
  const all: Measured[] = []
  for (let round = 0; round < Math.min(rounds, 5); round++) {
    const child = startChild('import-lines', [where])
    try {
      all.push(await child.ask<Measured>(LINES))
    } finally {
      await child.stop()
    }
  }
  return all
}

/** Lines per second of the main thread. */
const perSecond = (all: readonly Measured[], time: (one: Measured) => number) => LINES / (median(all.map(time)) / 1e9)

const figure = (rate: number) => `${Math.round(rate / 1000)} k/s`
