/**
 * `npm run bench` prints the figures of the README; `npm run bench -- features tree` prints some; `--quick` is faster.
 */
import { parseArgs } from 'node:util'
import { efforts } from './harness.ts'
import type { Row } from './row.ts'
import { allocation } from './rows/allocation.ts'
import { consumers } from './rows/consumers.ts'
import { events } from './rows/events.ts'
import { experiments } from './rows/experiments.ts'
import { features } from './rows/features.ts'
import { gateway } from './rows/gateway.ts'
import { http } from './rows/http.ts'
import { lines } from './rows/import.ts'
import { indexes } from './rows/indexes.ts'
import { listAgain } from './rows/list-again.ts'
import { lists } from './rows/lists.ts'
import { live } from './rows/live.ts'
import { loading } from './rows/loading.ts'
import { memory } from './rows/memory.ts'
import { observing } from './rows/observing.ts'
import { pages } from './rows/pages.ts'
import { postgres } from './rows/postgres.ts'
import { proxy } from './rows/proxy.ts'
import { router } from './rows/router.ts'
import { scripts } from './rows/scripts.ts'
import { slowReaders } from './rows/slow-readers.ts'
import { start } from './rows/start.ts'
import { stores } from './rows/stores.ts'
import { targeting } from './rows/targeting.ts'
import { tree } from './rows/tree.ts'
import { values as valueRows } from './rows/values.ts'
import { webhooks } from './rows/webhooks.ts'
import { workflows } from './rows/workflows.ts'

const groups = {
  features,
  targeting,
  values: valueRows,
  allocation,
  memory,
  live,
  http,
  observing,
  tree,
  import: lines,
  stores,
  start,
  postgres,
  pages,
  scripts,
  experiments,
  gateway,
  proxy,
  consumers,
  router,
  'slow-readers': slowReaders,
  events,
  webhooks,
  lists,
  indexes,
  'list-again': listAgain,
  workflows,
  loading,
}

const { values, positionals } = parseArgs({ options: { quick: { type: 'boolean' } }, allowPositionals: true })
const names = positionals.length > 0 ? positionals : Object.keys(groups)
const unknown = names.filter((name) => !Object.hasOwn(groups, name))
if (unknown.length > 0)
  throw new Error(`Unknown rows ${unknown.join(', ')}: the rows are ${Object.keys(groups).join(', ')}`)

for (const name of names) {
  const { title, measure } = groups[name as keyof typeof groups]
  console.log(toTable(title, await measure(values.quick ? efforts.quick : efforts.full)))
}

/** Formats rows as a Markdown table. */
function toTable(title: string, rows: readonly Row[]): string {
  const lines = rows.map(({ what, figure, ratio = '', goal = '', met }) => {
    const verdict = met === undefined ? '' : met ? 'met' : '**missed**'
    return `| ${[what, figure, ratio, goal, verdict].join(' | ')} |`
  })
  return [
    `\n### ${title}\n`,
    '| what | figure | ratio | goal | |',
    '| --- | ---: | ---: | ---: | --- |',
    ...lines,
  ].join('\n')
}
