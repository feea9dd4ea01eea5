import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Counts, createCounts } from '@signalbox/core/gateway'
import { getHeaders, type HeaderList } from '../../headers/header-list.ts'
import type { Pipeline } from '../../pipeline/pipeline.ts'
import { reportOnce } from '../../reporting/report-once.ts'
import { type Buffers, createBuffers } from './buffers.ts'
import { createDeadlines, type Deadlines } from './deadlines.ts'
import { createGuard } from './guarded-lookup.ts'
import { nodeProbe } from './node-probe.ts'
import { createPools, type Pools } from './pools.ts'
import type { BodyPace } from './request-body.ts'
import { cachedResolve, type Resolve } from './resolve.ts'
import { CLIENT_SHARE, shareRule } from './share.ts'
import { sideCall } from './side-call.ts'

/** The most bytes that are kept for clients, of all responses of a transport. */
const MOST_BUFFERED = 64 * 1024 * 1024

/** Limits of the Node transport. */
export interface TransportOptions {
  /** Requests in progress; further ones are answered 503. @default 10_000 */
  readonly maxInFlight?: number
  /** Requests in progress of one address (IPv6: one /64); further ones are answered 503. @default 2500 */
  readonly maxInFlightPerAddress?: number
  /**
   * The share of what clients share that one address or one consumer may hold: connections to a target, and bytes that are
   * kept for clients that take them slowly. More than 0; 1: everything. @default 0.75
   */
  readonly clientShare?: number
  /** Milliseconds without a byte after which a request body is answered 408. @default 30_000 */
  readonly bodySilenceMs?: number
  /**
   * Bytes a second, averaged over `bodySilenceMs`, that request bodies must reach if they exceed 64 KiB or plugins
   * read them as a whole. @default 1024
   */
  readonly bodyLeastRate?: number
  /** Milliseconds after which the connection of a client is closed that does not take its response. @default 60_000 */
  readonly stalledMs?: number
  /** Bytes a second that a client must take while bytes wait for it, averaged over at least `stalledMs`; over HTTP/2 with all its streams together. @default 1024 */
  readonly responseLeastRate?: number
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
  readonly maxInFlightPerAddress: number
  readonly pace: BodyPace
  readonly stalledMs: number
  readonly responseLeastRate: number
  readonly upgradeIdleMs: number
  /** Responses of which clients have to take bytes. */
  readonly untaken: Deadlines
  /** What is kept for clients. */
  readonly buffers: Buffers
  readonly earlyHints: boolean
  readonly now: () => number
  /** Connections whose last response has begun. */
  readonly condemned: WeakSet<Socket>
  /** Requests in progress. */
  inFlight: number
  /** The requests in progress of each network. */
  readonly networks: Counts
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
  const { maxInFlightPerAddress = 2500, clientShare = CLIENT_SHARE, responseLeastRate = 1024 } = options
  const { upgradeIdleTimeout = 300_000, earlyHints = false, now = Date.now } = options
  const { backends, targetPolicy, report } = pipeline
  const mayHold = shareRule(clientShare)
  const pools = createPools({
    mayHold,
    guard: createGuard(targetPolicy),
    resolve: cachedResolve(options.resolve),
    reportOnce: reportOnce(report),
  })
  const undo = [backends.useProbe(nodeProbe(pools)), pipeline.useSend(sideCall(pools)), backends.onGone(pools.leave)]
  return {
    pipeline,
    pools,
    maxInFlight,
    maxInFlightPerAddress,
    pace: { silenceMs: bodySilenceMs, leastRate: bodyLeastRate },
    stalledMs,
    responseLeastRate,
    upgradeIdleMs: upgradeIdleTimeout,
    untaken: createDeadlines(stalledMs),
    buffers: createBuffers(MOST_BUFFERED, mayHold),
    earlyHints,
    now,
    condemned: new WeakSet(),
    inFlight: 0,
    networks: createCounts(),
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
