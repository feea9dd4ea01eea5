import type { IncomingMessage } from 'node:http'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Http2Bindings, HttpBindings } from '@hono/node-server'
import { getRequestListener } from '@hono/node-server'
import type { Report, Signalbox, Store } from '@signalbox/core'
import { checkOptions, createSignalbox } from '@signalbox/core'
import { landingPage, toHono } from '@signalbox/hono'
import { referenceUi } from '@signalbox/hono/ui'
import { guardedFetch, scriptEngine } from '@signalbox/scripts'
import packageJson from '../package.json' with { type: 'json' }
import { addressOf, isSecure } from './address.ts'
import { limitConnections } from './connections.ts'
import { drainable, unlessLate } from './drain.ts'
import type { FirstStart } from './first-start.ts'
import { firstStart } from './first-start.ts'
import { answerStarting, listen } from './listen.ts'
import { openApiReader } from './read-openapi.ts'
import { checkSettings } from './read-settings.ts'
import { printFailure } from './report.ts'
import { refuseTarget } from './request-target.ts'
import { scryptPasswords } from './scrypt-passwords.ts'
import type { Settings } from './settings.ts'
import { settingNames } from './settings.ts'
import { limitSlowSenders } from './slow-senders.ts'
import { nameStore, openStore } from './stores.ts'

/** Options of a server: its settings, with the defaults of `signalbox --help`, and callbacks. */
export interface ServerOptions extends Partial<Settings> {
  /**
   * Receives errors that clients see only as a 500 without details, and lost connections to the store.
   * @default prints one line for errors with a known cause, and other errors with their stack
   */
  readonly report?: Report
  /** Called when the start takes longer than three seconds. @default nothing */
  readonly announce?: (line: string) => void
}

/** A running server and the results of its start. A generated password appears only here. */
export interface Server extends FirstStart {
  /** Its base URL, without a trailing slash. */
  readonly url: string
  /** The Signalbox that it serves, for calls from this process. */
  readonly box: Signalbox
  /**
   * Shuts down: rejects new calls, ends event streams, lets imports respond with what they committed, waits for other
   * calls and webhook deliveries, and closes the store. After 8 seconds remaining calls are cut off, and one second
   * later it no longer waits for the store. Further calls return the same promise.
   */
  close(): Promise<void>
}

const optionNames: Readonly<Record<string, true>> = {
  ...Object.fromEntries(settingNames.map((name) => [name, true as const])),
  report: true,
  announce: true,
}

/** Connections without any traffic are closed after this time. Event streams send regularly. */
const IDLE_MS = 300_000

/** A start that takes longer than this is announced. */
const LONG_START_MS = 3000

/**
 * Starts a server on the configured store; resolves when it serves. Until then `/api/_live` answers 200 and every other
 * call 503. Calls need an API key or a session; the first start creates an admin, whose random password is in
 * `firstAdmin`. Throws a `RangeError` that names every invalid setting, an `Error` if the address cannot be listened
 * on, and a `SignalboxError` if the store cannot be used.
 *
 * @example
 * ```ts
 * const server = await createServer({ port: 9000, store: 'sqlite:./signalbox.db' })
 * console.log(server.url, server.firstAdmin?.password)
 * await server.close()
 * ```
 */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  checkOptions('createServer', options, optionNames)
  const { report = printFailure, announce = () => {}, ...given } = options
  const settings = checkSettings(given)
  let answer: Answer = answerStarting
  const http = createHttpServer(
    // Requests as a whole have no time limit, because a large import takes as long as the store needs. Without that
    // limit, Node does not limit headers either, unless told to.
    { requestTimeout: 0, headersTimeout: settings.headersMs, connectionsCheckingInterval: settings.headersMs / 4 },
    getRequestListener((request, env) => refuseTarget(env.incoming as IncomingMessage) ?? answer(request, env)),
  ).setTimeout(IDLE_MS)
  limitSlowSenders(http, settings)
  limitConnections(http, settings.connections, report)
  const drain = drainable(http)
  await listen(http, settings)
  const url = urlOf(http.address() as AddressInfo)
  const announcing = setTimeout(
    () => announce(`Signalbox listens on ${url} and is loading its features; /api/_ready returns 200 when it is ready`),
    LONG_START_MS,
  )

  try {
    const { box, store, release } = await openBox(settings, report)
    let start: FirstStart
    try {
      const app = toApp(box, settings, report)
      await box.ready()
      start = await firstStart(box, settings)
      answer = app.fetch
    } catch (error) {
      release()
      await box.close()
      throw error
    }
    const stopTrimming = keepEvents(store, settings.eventRetentionDays, report)
    let closing: Promise<void> | undefined
    async function finish(): Promise<void> {
      const boxClosed = box.close()
      await drain()
      release()
      await boxClosed
    }
    function shutDown(): Promise<void> {
      stopTrimming()
      return unlessLate(finish(), report)
    }
    return {
      url,
      box,
      ...start,
      close() {
        closing ??= shutDown()
        return closing
      },
    }
  } catch (error) {
    http.close()
    http.closeAllConnections()
    throw nameStore(settings.store, error)
  } finally {
    clearTimeout(announcing)
  }
}

type Answer = (request: Request, env: HttpBindings | Http2Bindings) => Response | Promise<Response>

/** Opens the configured store and a Signalbox on it. */
async function openBox(settings: Settings, report: Report) {
  const { store, release } = closedLater(await openStore(settings.store, { report, timeout: settings.storeTimeout }))
  const { timeZone, bucketing, assignment, earlierForm, bodyLimit, apiBodyLimit } = settings
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
    version: packageJson.version,
    timeZone,
    bucketing,
    assignment,
    earlierForm,
    bodyLimit,
    apiBodyLimit,
    report,
    passwords: scryptPasswords,
    readOpenApi: openApiReader(),
  })
  return { box, store, release }
}

/** Creates the HTTP app of a box according to the settings. */
function toApp(box: Signalbox, settings: Settings, report: Report) {
  const { clientIdHeader, clientSecretHeader, bodyLimit, apiBodyLimit, corsOrigins, trustProxy } = settings
  const { mode, gatewayDocResourcesAccessKey: accessKey } = settings
  const docs = { accessKey, mode, ui: referenceUi }
  const landing = landingPage({ docs })
  const app = toHono(box, {
    clientIdHeader,
    clientSecretHeader,
    bodyLimit,
    apiBodyLimit,
    corsOrigins,
    report,
    docs,
    addressOf: ({ env }) => addressOf(env.incoming, trustProxy),
    isSecure: ({ env }) => isSecure(env.incoming, trustProxy),
  })
  return app.get('/', (c) => landing(c.req.raw))
}

/**
 * Delays closing a store until it has also been released, because calls in flight may need it after the box has closed.
 */
function closedLater(store: Store): { store: Store; release: () => void } {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { store: { ...store, close: () => released.then(() => store.close?.()) }, release }
}

const urlOf = ({ address, family, port }: AddressInfo): string =>
  `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** Deletes events older than `days`, now and every hour. Returns a function that stops it. */
function keepEvents(store: Store, days: number, report: Report): () => void {
  const trim = () => store.trim(new Date(Date.now() - days * DAY)).catch(report)
  void trim()
  const timer = setInterval(trim, HOUR)
  timer.unref()
  return () => clearInterval(timer)
}
