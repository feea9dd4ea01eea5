import { api } from '../../calls/api.ts'
import { onGap } from '../../records/stream.ts'
import { exactPatterns } from '../../tree/exact-patterns.ts'
import { createSight } from '../../tree/sight.ts'
import { followClients } from '../experiment/results/follow-clients.ts'
import type { Summary } from './in-short.ts'

/** The most that the service summarizes at once. */
const PAGE = 100

/** The summaries of the experiments that a pattern matches, page by page. */
async function read(pattern: string): Promise<readonly Summary[]> {
  const found: Summary[] = []
  for (let page = 1; ; page++) {
    const { results, metadata } = await api.experiments.summary({ pattern, page, pageSize: PAGE })
    found.push(...results)
    if (page >= metadata.nbPages) return found
  }
}

/** The summaries of the rows in sight. */
export const summariesInSight = createSight<Summary>({ read })

onGap(summariesInSight.clear)

/** Keeps the summaries of the rows in sight fresh, each read at most once per two seconds. Returns a function that stops it. */
export function followSummaries(): () => void {
  async function readAgain(): Promise<void> {
    for (const { ids, pattern } of exactPatterns(summariesInSight.looked())) {
      const found = new Map((await read(pattern)).map((one) => [one.id, one]))
      for (const id of ids) summariesInSight.hear(id, found.get(id))
    }
  }
  return followClients({ read: readAgain, patterns: '*' })
}
