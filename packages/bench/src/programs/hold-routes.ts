/** Measures the heap bytes per route in a router, beside the compiled routes themselves. */
import { createRouter } from '@signalbox/gateway'
import { answerWith } from '../child.ts'
import { entriesOfApi, ROUTES_OF_API } from '../route-workload.ts'

async function heap(): Promise<number> {
  for (let turn = 0; turn < 4; turn++) {
    globalThis.gc?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return process.memoryUsage().heapUsed
}

answerWith(async (count: number) => {
  const apis = Array.from({ length: count / ROUTES_OF_API }, (_, api) => entriesOfApi(api))
  const router = createRouter<object>()
  const before = await heap()
  for (const [api, entries] of apis.entries()) router.replace(`api-${api}`, entries)
  return { bytes: ((await heap()) - before) / count, held: apis.length + router.size }
})
