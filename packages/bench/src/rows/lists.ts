import { createSignalbox, type Signalbox } from '@signalbox/core'
import { medianTimes } from '../harness.ts'
import type { Row, RowGroup } from '../row.ts'

const SIZE = 10_000
const LAST = 600
const MOST = 3
const MOST_SORTED = 5

/** The cost of a late page relative to the first, when listing APIs with their deployments. */
export const lists: RowGroup = {
  title: `Pages of ${SIZE.toLocaleString('en')} APIs, 15 a page, in memory`,
  async measure({ rounds }) {
    const box = createSignalbox()
    const { success } = await box.apis.import({ body: manyApis(SIZE) })
    if (success !== SIZE) throw new Error(`${SIZE - success} APIs were refused`)
    const [first, last, sorted] = await medianTimes(rounds * 4, [
      () => listed(box, { page: 1 }),
      () => listed(box, { page: LAST }),
      () => listed(box, { page: LAST, sorted: 'name:desc' }),
    ])
    await box.close()
    return [
      { what: 'Page 1', figure: `${first!.toFixed(2)} ms` },
      toRow(`Page ${LAST}`, last!, { over: first!, most: MOST }),
      toRow(`Page ${LAST}, sorted by name`, sorted!, { over: first!, most: MOST_SORTED }),
    ]
  },
}

function toRow(what: string, ms: number, { over, most }: { over: number; most: number }): Row {
  const ratio = ms / over
  return {
    what,
    figure: `${ms.toFixed(2)} ms`,
    ratio: `${ratio.toFixed(1)} × page 1`,
    goal: `≤ ${most}`,
    met: ratio <= most,
  }
}

async function listed(box: Signalbox, query: { page: number; sorted?: string }): Promise<void> {
  const { results, metadata } = await box.apis.list(query)
  if (results.length !== 15 || metadata.count !== SIZE) throw new Error(`${results.length} APIs on page ${query.page}`)
}

function* manyApis(count: number) {
  for (let i = 0; i < count; i++) {
    const routes = Array.from({ length: 5 }, (_, n) => ({ id: `route-${n}`, frontend: { paths: [`/path/${n}`] } }))
    yield { id: `api-${String(i).padStart(6, '0')}`, name: `API ${i % 100}`, domain: `${i}.tld`, routes }
  }
}
