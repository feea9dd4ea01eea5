import { isIP, type Socket } from 'node:net'
import type { CompiledBackend } from '@signalbox/core/gateway'
import { Pool } from 'undici'
import { clientSettingsOf } from '../../backend/client-settings.ts'
import type { Target } from '../../backend/target.ts'
import { originOf } from '../../backends/target-origin.ts'
import { type Connecting, watchConnecting } from './connecting.ts'
import { type ConnectorPorts, connectorOf } from './connector.ts'
import { failCutStreams, sessionOf } from './cut-streams.ts'
import { createDeadlines, type Deadlines } from './deadlines.ts'
import { http2Of } from './http2-of.ts'
import { createPlaces, type Places } from './places.ts'
import { cachedResolve } from './resolve.ts'
import { CLIENT_SHARE, type MayHold, shareRule } from './share.ts'

/** The connections to one target, and the limits of the calls over them. */
export interface PooledTarget {
  readonly pool: Pool
  /** What undici takes for the server name of TLS; else it takes the `Host` of each request. */
  readonly servername: string
  /** Whether it may speak HTTP/2. */
  readonly isHttp2: boolean
  /** Its connections, or their streams, and who holds them. */
  readonly places: Places
  /** Calls that wait or run. */
  inFlight: number
  /** Milliseconds until the head of a response; 0: no limit. */
  readonly callTimeout: number
  /** Milliseconds until the end of a response; 0: no limit. */
  readonly streamTimeout: number
  /** The first time limit of calls, the shortest of all. Absent: none. */
  readonly deadlines: Deadlines | undefined
  /** The length of the first time limit. */
  readonly firstLimit: number
  /** Milliseconds until the head of a response, over all attempts; 0: no limit. */
  readonly globalTimeout: number
  /** Milliseconds of silence within a response; 0: no limit. */
  readonly idleTimeout: number
  /** The backends that call it. */
  readonly backends: Set<CompiledBackend>
  /** Whether it was used since the last sweep. */
  isUsed: boolean
  isClosed: boolean
  /** Its connections that are being made. */
  readonly connecting: Connecting
}

/** The connections to all targets. */
export interface Pools {
  /** The connections to a target. Shared by all routes that call it with the same settings. */
  of(backend: CompiledBackend, target: Target): PooledTarget
  /** No route uses a backend any more: closes connections that no other backend uses, when their calls have ended. */
  leave(backend: CompiledBackend): void
  /** How many targets have connections. */
  readonly size: number
  /** Closes all connections when their calls have ended, or after `drainMs`. */
  close(drainMs: number): Promise<void>
}

/** Calls that may wait for a connection to one target. */
const MOST_WAITING = 1000
/** How long they wait, in milliseconds. */
const WAIT_MS = 5000
/** Requests over one connection of HTTP/2, if the server allows as many: the limit of undici. */
const MOST_STREAMS = 100
/** How often unused connections are looked for; they are closed after twice this time, in milliseconds. */
const SWEEP_MS = 60_000

/** What pools need. All but `sweepMs` concerns new connections. */
export interface PoolOptions extends Partial<ConnectorPorts> {
  readonly sweepMs?: number
  /** From 0 up to 1. @default Math.random */
  readonly random?: () => number
  /** Whether a client may hold more connections. @default three quarters of them */
  readonly mayHold?: MayHold
}

/** Keeps connections to targets, and closes connections that no route uses any more. */
export function createPools(options: PoolOptions = {}): Pools {
  const { sweepMs = SWEEP_MS, random = Math.random, mayHold = shareRule(CLIENT_SHARE) } = options
  const { guard = () => undefined, resolve = cachedResolve(), reportOnce = () => {} } = options
  const byKey = new Map<string, PooledTarget>()
  const found = new WeakMap<Target, { backend: CompiledBackend; pooled: PooledTarget }>()

  function of(backend: CompiledBackend, target: Target): PooledTarget {
    const last = found.get(target)
    if (last && last.backend === backend && !last.pooled.isClosed) return last.pooled
    const key = keyOf(backend, target)
    let pooled = byKey.get(key)
    if (!pooled) {
      pooled = open(backend, target, { guard, resolve, reportOnce, random, mayHold })
      byKey.set(key, pooled)
    }
    pooled.backends.add(backend)
    found.set(target, { backend, pooled })
    return pooled
  }

  function retire(key: string, pooled: PooledTarget): void {
    byKey.delete(key)
    pooled.isClosed = true
    void finish(pooled)
  }

  function leave(backend: CompiledBackend): void {
    for (const [key, pooled] of byKey)
      if (pooled.backends.delete(backend) && pooled.backends.size === 0) retire(key, pooled)
  }

  // Requests that go on after their route is gone may open connections again.
  function sweep(): void {
    for (const [key, pooled] of byKey) {
      if (pooled.isUsed || pooled.inFlight > 0) pooled.isUsed = false
      else retire(key, pooled)
    }
  }
  const timer = setInterval(sweep, sweepMs).unref()

  async function close(drainMs: number): Promise<void> {
    clearInterval(timer)
    const all = [...byKey.values()]
    byKey.clear()
    for (const pooled of all) pooled.isClosed = true
    let force: NodeJS.Timeout | undefined
    // The queue of a pool that is destroyed never reports its end.
    const forced = new Promise<void>((resolve) => {
      force = setTimeout(() => void Promise.all(all.map(destroy)).then(() => resolve()), drainMs)
    })
    await Promise.race([Promise.all(all.map(finish)), forced])
    clearTimeout(force)
  }

  return {
    of,
    leave,
    close,
    get size() {
      return byKey.size
    },
  }
}

/** Closes connections when the calls that wait for them have ended, too. */
async function finish({ places, pool }: PooledTarget): Promise<void> {
  await new Promise<void>((resolve) => places.whenEmpty(resolve))
  await pool.close()
}

function destroy({ places, pool }: PooledTarget): Promise<void> {
  places.refuseAll()
  return pool.destroy()
}

/** Calls with the same key may share connections. */
function keyOf(backend: CompiledBackend, target: Target): string {
  const { hostname, port, tls, ip_address, protocol, tls_config } = target
  return JSON.stringify([hostname, port, tls, ip_address, protocol, tls_config ?? backend.tls_config, backend.client])
}

function open(
  backend: CompiledBackend,
  target: Target,
  { random, mayHold, ...ports }: ConnectorPorts & Required<Pick<PoolOptions, 'random' | 'mayHold'>>,
): PooledTarget {
  const client = clientSettingsOf(backend)
  const { callTimeout, callAndStreamTimeout, globalTimeout, idleTimeout } = client
  const limits = [callTimeout, callAndStreamTimeout, globalTimeout, idleTimeout]
  const first = Math.min(...limits.map((limit) => limit || Number.POSITIVE_INFINITY))
  let connected: Socket | undefined
  const made = connectorOf(backend, target, { ...ports, timeout: client.connectionTimeout })
  const { connector: connect, connecting } = watchConnecting(made)
  const pool = new Pool(originOf(target), {
    connections: client.maxConnections,
    pipelining: 1,
    keepAliveTimeout: Math.max(1, client.keepAlive),
    keepAliveMaxTimeout: 600_000,
    // Connections to names are replaced from time to time, so that changed addresses in DNS take effect. undici looks at the
    // age of every connection for every request, so addresses do without. Not all pools reconnect at once.
    ...(isIP(target.ip_address ?? target.hostname) === 0 && { clientTtl: Math.round(60_000 * (0.9 + 0.2 * random())) }),
    maxHeaderSize: 16_384,
    ...http2Of(target),
    strictContentLength: true,
    // A net under the limits of the calls.
    headersTimeout: callTimeout ? Math.ceil(callTimeout) + 1000 : 0,
    bodyTimeout: idleTimeout ? Math.ceil(idleTimeout) + 1000 : 0,
    connect: (asked, callback) =>
      connect(asked, (...result) => {
        connected = result[1] ?? undefined
        callback(...result)
      }),
  })
  const isHttp2 = http2Of(target).allowH2
  const { maxConnections } = client
  const waitMs = Math.min(WAIT_MS, callTimeout || WAIT_MS, globalTimeout || WAIT_MS)
  const places = createPlaces({ capacity: maxConnections, mayHold, mostWaiting: MOST_WAITING, waitMs })
  const sized = (streams: number | undefined): void =>
    places.resize(maxConnections * Math.max(1, Math.min(MOST_STREAMS, streams ?? MOST_STREAMS)))
  if (isHttp2)
    pool.on('connect', () => {
      const session = connected && sessionOf(connected)
      if (!session) {
        sized(1)
        return
      }
      failCutStreams(session)
      sized(session.remoteSettings?.maxConcurrentStreams)
      session.on('remoteSettings', ({ maxConcurrentStreams }) => sized(maxConcurrentStreams))
    })
  return {
    pool,
    servername: target.hostname,
    isHttp2,
    places,
    inFlight: 0,
    callTimeout,
    streamTimeout: callAndStreamTimeout,
    globalTimeout,
    idleTimeout,
    firstLimit: first,
    deadlines: first === Number.POSITIVE_INFINITY ? undefined : createDeadlines(first),
    backends: new Set(),
    isUsed: true,
    isClosed: false,
    connecting,
  }
}
