/**
 * `npm run bench` prints the figures of the README; `npm run bench -- features tree` prints some; `--quick` is faster.
 * `npm run bench -- scale --features 10000 --events 100000` sets the sizes of the group `scale`.
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
import { scaleOf } from './rows/scale.ts'
import { scripts } from './rows/scripts.ts'
import { scriptsJvm } from './rows/scripts-jvm.ts'
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
  'scripts-jvm': scriptsJvm,
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

const { values, positionals } = parseArgs({
  options: {
    quick: { type: 'boolean' },
    features: { type: 'string', default: '1000000' },
    events: { type: 'string', default: '10000000' },
  },
  allowPositionals: true,
})
/** Groups that take long, and run only if they are named. */
const named = { scale: scaleOf({ features: sizeOf(values.features), events: sizeOf(values.events) }) }
const all = { ...groups, ...named }
const names = positionals.length > 0 ? positionals : Object.keys(groups)
const unknown = names.filter((name) => !Object.hasOwn(all, name))
if (unknown.length > 0)
  throw new Error(`Unknown rows ${unknown.join(', ')}: the rows are ${Object.keys(all).join(', ')}`)

for (const name of names) {
  const { title, measure } = all[name as keyof typeof all]
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

function sizeOf(text: string): number {
  const size = Number(text)
  if (!Number.isInteger(size) || size < 1000)
    throw new Error(`${text} is not a size: expected a whole number from 1000`)
  return size
}
