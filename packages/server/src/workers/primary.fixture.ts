/** A primary for tests: starts two workers without routes, and prints their process ids. */
import { memoryCarrier } from '@signalbox/gateway'
import { superviseWorkers } from './supervise.ts'
import type { Order } from './worker.fixture.ts'

const workers = await superviseWorkers({
  program: new URL('worker.fixture.ts', import.meta.url),
  count: 2,
  orderOf: (): Order => ({ units: [{ kind: 'end', revision: 0 }] }),
  carrier: memoryCarrier(),
  report: console.error,
  announce: () => {},
})
console.log(JSON.stringify((await workers.ask('pid')).map(({ answer }) => answer)))
