import type { RowGroup } from './row.ts'
import { events } from './rows/events/events.ts'
import { sinks } from './rows/events/sinks.ts'
import { webhooks } from './rows/events/webhooks.ts'
import { workflows } from './rows/events/workflows.ts'
import { allocation } from './rows/flags/allocation.ts'
import { experiments } from './rows/flags/experiments.ts'
import { features } from './rows/flags/features.ts'
import { live } from './rows/flags/live.ts'
import { memory } from './rows/flags/memory.ts'
import { scripts } from './rows/flags/scripts.ts'
import { scriptsJvm } from './rows/flags/scripts-jvm.ts'
import { targeting } from './rows/flags/targeting.ts'
import { tree } from './rows/flags/tree.ts'
import { values as valueRows } from './rows/flags/values.ts'
import { consumers } from './rows/gateway/consumers.ts'
import { gateway } from './rows/gateway/gateway.ts'
import { pages } from './rows/gateway/pages.ts'
import { proxy } from './rows/gateway/proxy.ts'
import { router } from './rows/gateway/router.ts'
import { slowReaders } from './rows/gateway/slow-readers.ts'
import { http } from './rows/http.ts'
import { lines } from './rows/import.ts'
import { indexes } from './rows/indexes.ts'
import { listAgain } from './rows/list-again.ts'
import { lists } from './rows/lists.ts'
import { loading } from './rows/loading.ts'
import { observing } from './rows/observing.ts'
import { postgres } from './rows/postgres.ts'
import { type Sizes, scaleOf } from './rows/scale.ts'
import { start } from './rows/start.ts'
import { stores } from './rows/stores.ts'

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
