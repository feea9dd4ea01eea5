import type { RedisAddress } from './redis-url.ts'
import { unreachable } from './unreachable.ts'

/** A connection to Redis that is opened again whenever it fails. */
export interface RedisConnection {
  /** Sends a command. Rejects at once while there is no connection; the message names the server. */
  sendCommand(args: string[]): Promise<unknown>
  close(): Promise<void>
}

type Driver = typeof import('redis')
type Client = ReturnType<Driver['createClient']>

/** How long the server may take to answer before the connection is replaced, in milliseconds. */
const SILENT_MS = 5000
/** How long the start waits for a connection, in milliseconds. */
const START_MS = 2000
const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2000

/** What TLS needs, as PEM. */
export interface RedisTls {
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/**
 * Connects to Redis. Resolves when there is a connection, or after two seconds without: then it is opened in the background.
 * A connection that does not answer for five seconds is replaced, because a network that drops packets never closes it.
 * Throws an `Error` that names the setting if the package `redis` is not installed.
 */
export async function openRedis(address: RedisAddress, setting: string, tls: RedisTls = {}): Promise<RedisConnection> {
  const driver = await loadDriver(setting)
  let client: Client | undefined
  let isClosed = false
  let pause = FIRST_PAUSE_MS
  let reopening: NodeJS.Timeout | undefined
  let reason: unknown
  let opened = () => {}
  const first = new Promise<void>((resolve) => {
    opened = resolve
  })

  const cut = (one: Client) => lose(one, new Error(`There was no answer within ${SILENT_MS} milliseconds`))

  function open(): void {
    const one: Client = driver.createClient({
      url: address.url,
      disableOfflineQueue: true,
      socket: { connectTimeout: SILENT_MS, reconnectStrategy: false, ...tls },
    })
    client = one
    const silent = setTimeout(cut, SILENT_MS, one)
    one.on('error', (error) => lose(one, error))
    one.connect().then(
      () => {
        clearTimeout(silent)
        pause = FIRST_PAUSE_MS
        opened()
      },
      (error) => {
        clearTimeout(silent)
        lose(one, error)
      },
    )
  }

  function lose(one: Client, error: unknown): void {
    if (client !== one) return
    client = undefined
    reason = error
    if (one.isOpen) one.destroy()
    reopening = setTimeout(open, pause)
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS)
  }

  open()
  let waiting: NodeJS.Timeout | undefined
  await Promise.race([
    first,
    new Promise((resolve) => {
      waiting = setTimeout(resolve, START_MS)
    }),
  ])
  clearTimeout(waiting)

  return {
    async sendCommand(args) {
      const using = client
      if (!using?.isReady) throw unreachable(address, reason)
      const silent = setTimeout(cut, SILENT_MS, using)
      try {
        return await using.sendCommand(args)
      } finally {
        clearTimeout(silent)
      }
    },
    async close() {
      if (isClosed) return
      isClosed = true
      clearTimeout(reopening)
      const last = client
      client = undefined
      if (last?.isOpen) last.destroy()
    },
  }
}

async function loadDriver(setting: string): Promise<Driver> {
  try {
    return await import('redis')
  } catch (cause) {
    throw new Error(`${setting} (redis://…) needs the package redis: npm install redis`, { cause })
  }
}
