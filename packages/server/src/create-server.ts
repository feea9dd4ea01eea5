import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import type { Report, Signalbox, Store } from '@signalbox/core'
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'
import { referenceUi } from '@signalbox/hono/ui'
import { guardedFetch, scriptEngine } from '@signalbox/scripts'
import { addressOf, isSecure } from './address.ts'
import { limitConnections } from './connections.ts'
import { drainable } from './drain.ts'
import { firstStart } from './first-start.ts'
import { listen } from './listen.ts'
import { openApiReader } from './read-openapi.ts'
import { checkSettings } from './read-settings.ts'
import { keepEvents } from './retention.ts'
import { scryptPasswords } from './scrypt-passwords.ts'
import type { Settings } from './settings.ts'
import { limitSlowSenders } from './slow-senders.ts'
import { openStore } from './stores.ts'

/** The settings of a server, each with the default of `signalbox --help`, and where its failures go. */
export interface ServerOptions extends Partial<Settings> {
  /** Told about failures that are answered by 500 without details. @default console.error */
  readonly report?: Report
  /** Told the password that a first start made up. @default console.log */
  readonly announce?: (line: string) => void
}

/** A server that listens. */
export interface Server {
  /** Where it is, without a slash at the end. */
  readonly url: string
  /** What it serves, for calls from this process. */
  readonly box: Signalbox
  /**
   * Takes no more calls, ends event streams, has imports answer what they committed, lets other calls and those to web
   * hooks finish, and closes the store. Calls that take longer than 8 seconds are cut off. Calling it again waits for
   * the same end.
   */
  close(): Promise<void>
}

/** A connection on which nothing moves is cut after this long. Event streams always move. */
const IDLE_MS = 300_000

/**
 * Opens the store and serves it; resolves when calls are answered. Calls need an api key or a session; the first start
 * creates an admin. Throws a `RangeError` that names every wrong setting, and an `Error` when the address cannot be listened on.
 */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  const { report = console.error, announce = console.log, ...given } = options
  const settings = checkSettings(given)
  const { port, host, store: storeUrl, trustProxy, corsOrigins, bodyLimit, apiBodyLimit } = settings
  const { store, release } = closedLater(await openStore(storeUrl, report))
  const { mode, gatewayDocResourcesAccessKey: accessKey } = settings
  const { timeZone, bucketing, assignment, clientIdHeader, clientSecretHeader } = settings
  const { scriptMs: cpuMs, scriptMib: memoryMiB, scriptOrigins: origins } = settings
  const box = createSignalbox({
    scripts: { javascript: scriptEngine({ cpuMs, memoryMiB, origins }) },
    fetch: guardedFetch({ allowPrivate: settings.webhookPrivate }),
    workflows: {
      fetch: guardedFetch({ allowPrivate: settings.workflowPrivate, origins }),
      budgets: { time: settings.workflowMs },
      runs: settings.workflowRuns,
      kept: settings.workflowKept,
    },
    store,
    timeZone,
    bucketing,
    assignment,
    bodyLimit,
    apiBodyLimit,
    report,
    passwords: scryptPasswords,
    readOpenApi: openApiReader(),
  })
  const app = toHono(box, {
    clientIdHeader,
    clientSecretHeader,
    bodyLimit,
    apiBodyLimit,
    corsOrigins,
    report,
    docs: { accessKey, mode, ui: referenceUi },
    addressOf: ({ env }) => addressOf(env.incoming, trustProxy),
    isSecure: ({ env }) => isSecure(env.incoming, trustProxy),
  })
  const http = createHttpServer(
    // A large import takes as long as the store needs to write it: there is no limit to a whole request. Without one, Node has none
    // for headers either, unless it is told.
    { requestTimeout: 0, headersTimeout: settings.headersMs, connectionsCheckingInterval: settings.headersMs / 4 },
    getRequestListener(app.fetch),
  ).setTimeout(IDLE_MS)
  limitSlowSenders(http, settings)
  limitConnections(http, settings.connections, report)
  const drain = drainable(http)
  const stopTrimming = keepEvents(store, settings.eventRetentionDays, report)

  async function shutDown(): Promise<void> {
    stopTrimming()
    const boxClosed = box.close()
    await drain()
    release()
    await boxClosed
  }

  try {
    await box.ready()
    await firstStart(box, settings, announce)
    await listen(http, { host, port })
  } catch (error) {
    stopTrimming()
    release()
    await box.close()
    throw error
  }
  let closing: Promise<void> | undefined
  return {
    url: urlOf(http.address() as AddressInfo),
    box,
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

/** A store that closes when it is both told to and released: calls in flight may need it when the box has closed. */
function closedLater(store: Store): { store: Store; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { store: { ...store, close: () => released.then(() => store.close?.()) }, release }
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
