/** A worker for tests: a gateway with the units of its order, which shares limits with the others. */
import type { GatewaySource, GatewayUnit } from '@signalbox/core/gateway'
import { createGateway, sharedLimits } from '@signalbox/gateway'
import { ipcCarrier, listen } from '@signalbox/gateway/node'
import { serveAsWorker } from './serve-as-worker.ts'

/** What the worker serves. */
export interface Order {
  readonly units: readonly GatewayUnit[]
  /** Whether it writes an access log. @default false */
  readonly log?: boolean
  /** Why it cannot start. @default it can */
  readonly problem?: string
  /** The code with which it ends before it serves. @default it serves */
  readonly exit?: number
}

const sourceOf = (units: readonly GatewayUnit[]): GatewaySource => ({
  async *snapshot() {
    yield* units
  },
  async *changes(_, signal) {
    yield []
    await new Promise((resolve) => signal?.addEventListener('abort', resolve))
  },
})

serveAsWorker(async (order, { place, writeLines }) => {
  const { units, problem, exit, log = false } = order as Order
  if (exit !== undefined) process.exit(exit)
  if (problem !== undefined) throw new Error(problem)
  const gateway = createGateway({
    source: sourceOf(units),
    limits: sharedLimits(ipcCarrier(), { onCarrierLoss: 'closed' }),
    name: `worker-${place}`,
    ...(log && { log: { write: writeLines } }),
  })
  await gateway.ready()
  const listening = await listen(gateway, { host: '127.0.0.1' })
  let connections = 0
  listening.server.on('connection', () => connections++)
  const answers: Readonly<Record<string, () => unknown>> = { pid: () => process.pid, connections: () => connections }
  return {
    result: listening.url,
    drain: listening.drain,
    reload: async () => {},
    answer: (question) => answers[String(question)]?.(),
    async close(drainMs) {
      await listening.close({ drainMs })
      await gateway.close({ drainMs })
    },
  }
})
