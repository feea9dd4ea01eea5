import type { RowGroup } from './row.ts'
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
import { type Sizes, scaleOf } from './rows/scale.ts'
import { scripts } from './rows/scripts.ts'
import { scriptsJvm } from './rows/scripts-jvm.ts'
import { sinks } from './rows/sinks.ts'
import { slowReaders } from './rows/slow-readers.ts'
import { start } from './rows/start.ts'
import { stores } from './rows/stores.ts'
import { targeting } from './rows/targeting.ts'
import { tree } from './rows/tree.ts'
import { values as valueRows } from './rows/values.ts'
import { webhooks } from './rows/webhooks.ts'
import { workflows } from './rows/workflows.ts'

/** The groups of `npm run bench`, in their order on the page of figures. */
export const groups: Readonly<Record<string, RowGroup>> = {
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
  sinks,
  lists,
  indexes,
  'list-again': listAgain,
  workflows,
  loading,
}

/** Groups that take long, and run only if they are named. */
export const namedGroups = (sizes: Sizes) => ({ scale: scaleOf(sizes) })
