import { firstPage } from '../machine/records/lists/page.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import { addUsage, noUsage, type UsageCounts } from './usage-counts.ts'
import type { UsageRow } from './usage-schema.ts'

/** The page of usage that was requested. */
interface Paging {
  readonly page?: number
  readonly pageSize?: number
}

/** How many rows are read before other work gets the thread. */
const AT_ONCE = 500

/** Reads all rows, and keeps the rows of one page and the totals of all. */
export async function pageOfUsage(
  rows: AsyncIterable<UsageRow>,
  { page = firstPage.page, pageSize = firstPage.pageSize }: Paging,
) {
  const first = (page - 1) * pageSize
  const results: UsageRow[] = []
  let totals: UsageCounts = noUsage
  let count = 0
  for await (const slice of inSlices(rows, AT_ONCE))
    for (const row of slice) {
      if (count >= first && count < first + pageSize) results.push(row)
      totals = addUsage(totals, row)
      count++
    }
  return { results, totals, metadata: { page, pageSize, count, nbPages: Math.ceil(count / pageSize) } }
}
