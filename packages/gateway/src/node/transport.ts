import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { HeaderList } from '../headers/header-list.ts'
import { getHeaders } from '../headers/header-list.ts'
import type { Pipeline } from '../pipeline/pipeline.ts'
import { reportOnce } from '../report-once.ts'
import type { Deadlines } from './deadlines.ts'
import { createDeadlines } from './deadlines.ts'
import { createGuard } from './guarded-lookup.ts'
import { nodeProbe } from './node-probe.ts'
import type { Pools } from './pools.ts'
import { createPools } from './pools.ts'
import type { BodyPace } from './request-body.ts'
import type { Resolve } from './resolve.ts'
import { cachedResolve } from './resolve.ts'
import { sideCall } from './side-call.ts'

/** Limits of the Node transport. */
export interface TransportOptions {
  /** Requests in progress; further ones are answered 503. @default 10_000 */
  readonly maxInFlight?: number
  /** Milliseconds without a byte after which a request body is answered 408. @default 30_000 */
  readonly bodySilenceMs?: number
  /** Bytes a second that request bodies beyond 64 KiB must reach, and those that plugins read as a whole, averaged over `bodySilenceMs`. @default 1024 */
  readonly bodyLeastRate?: number
  /** Milliseconds after which the connection of a client is closed that does not take its response. @default 60_000 */
  readonly stalledMs?: number
  /** Milliseconds without a byte after which a WebSocket is closed; 0: never. @default 300_000 */
  readonly upgradeIdleTimeout?: number
  /** Whether 103 Early Hints of backends are passed on, if this Node can. @default false */
  readonly earlyHints?: boolean
  /** Resolves names of targets. Answers are kept for five seconds. @default dns.lookup */
  readonly resolve?: Resolve
  /** The time in epoch milliseconds. @default Date.now */
  readonly now?: () => number
}

/** What all requests of one transport share. */
export interface Transport {
  readonly pipeline: Pipeline
  readonly pools: Pools
  readonly maxInFlight: number
  readonly pace: BodyPace
  readonly stalledMs: number
  readonly upgradeIdleMs: number
  /** Responses whose last bytes clients have to take. */
  readonly untaken: Deadlines
  readonly earlyHints: boolean
  readonly now: () => number
  /** Connections whose last response has begun. */
  readonly condemned: WeakSet<Socket>
  /** Requests in progress. */
  inFlight: number
  /** Whether connections are closed after their response, while everything is served. */
  isDraining: boolean
  /** Whether connections are closed after their response, and no other protocols begin. */
  isClosing: boolean
  /** Sends the links of a 103 to a client. */
  hint(response: ServerResponse, rawHeaders: HeaderList): void
  /** Closes all connections to backends when their calls have ended, or after `drainMs`. */
  close(drainMs: number): Promise<void>
}

/** Creates what all requests of one transport share. */
export function createTransport(pipeline: Pipeline, options: TransportOptions = {}): Transport {
  const { maxInFlight = 10_000, bodySilenceMs = 30_000, bodyLeastRate = 1024, stalledMs = 60_000 } = options
  const { upgradeIdleTimeout = 300_000, earlyHints = false, now = Date.now } = options
  const { backends, targetPolicy, report } = pipeline
  const pools = createPools({
    guard: createGuard(targetPolicy),
    resolve: cachedResolve(options.resolve),
    reportOnce: reportOnce(report),
  })
  const undo = [backends.useProbe(nodeProbe(pools)), pipeline.useSend(sideCall(pools)), backends.onGone(pools.leave)]
  return {
    pipeline,
    pools,
    maxInFlight,
    pace: { silenceMs: bodySilenceMs, leastRate: bodyLeastRate },
    stalledMs,
    upgradeIdleMs: upgradeIdleTimeout,
    untaken: createDeadlines(stalledMs),
    earlyHints,
    now,
    condemned: new WeakSet(),
    inFlight: 0,
    isDraining: false,
    isClosing: false,
    hint,
    async close(drainMs) {
      for (const one of undo) one()
      await pools.close(drainMs)
    },
  }
}

function hint(response: ServerResponse, rawHeaders: HeaderList): void {
  const link = getHeaders(rawHeaders, 'link')
  if (link.length === 0 || response.socket === null || !('writeInformation' in response)) return
  response.writeInformation(103, { Link: link })
}
