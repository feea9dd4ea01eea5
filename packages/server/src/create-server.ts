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
import { listen } from './listen.ts'
import { openApiReader } from './read-openapi.ts'
import { checkSettings } from './read-settings.ts'
import { printFailure } from './report.ts'
import { refuseTarget } from './request-target.ts'
import { keepEvents } from './retention.ts'
import { scryptPasswords } from './scrypt-passwords.ts'
import type { Settings } from './settings.ts'
import { settingNames } from './settings.ts'
import { limitSlowSenders } from './slow-senders.ts'
import { answerStarting } from './starting.ts'
import { nameStore, openStore } from './stores.ts'

/** The settings of a server, each with the default of `signalbox --help`, and where its failures go. */
export interface ServerOptions extends Partial<Settings> {
  /**
   * Told about failures that are answered by 500 without details, and about lost connections to the store.
   * @default prints one line for a failure whose cause is known, else the error with its stack
   */
  readonly report?: Report
  /** Told that a start takes long. @default nobody */
  readonly announce?: (line: string) => void
}

/** A server that listens, and what its start came to. A password that it made up is told nowhere else. */
export interface Server extends FirstStart {
  /** Where it is, without a slash at the end. */
  readonly url: string
  /** What it serves, for calls from this process. */
  readonly box: Signalbox
  /**
   * Takes no more calls, ends event streams, has imports answer what they committed, lets other calls and those to web
   * hooks finish, and closes the store. Calls that take longer than 8 seconds are cut off, and a store that does not close a
   * second later is left as it is. Calling it again waits for the same end.
   */
  close(): Promise<void>
}

const optionNames: Readonly<Record<string, true>> = {
  ...Object.fromEntries(settingNames.map((name) => [name, true as const])),
  report: true,
  announce: true,
}

/** A connection on which nothing moves is cut after this long. Event streams always move. */
const IDLE_MS = 300_000

/** A start that takes longer than this is announced. */
const LONG_START_MS = 3000

/**
 * Listens, opens the store and serves it; resolves when calls are answered. Until then `/api/_live` answers 200 and every
 * other call 503. Calls need an api key or a session; the first start creates an admin, whose
 * random password is `firstAdmin` of the server. Throws a `RangeError` that names every
 * wrong setting, an `Error` when the address cannot be listened on, and a `SignalboxError` when the store cannot be used.
 */
export async function createServer(options: ServerOptions = {}): Promise<Server> {
  checkOptions('createServer', options, optionNames)
  const { report = printFailure, announce = () => {}, ...given } = options
  const settings = checkSettings(given)
  let answer: Answer = answerStarting
  const http = createHttpServer(
    // A large import takes as long as the store needs to write it: there is no limit to a whole request. Without one, Node has none
    // for headers either, unless it is told.
    { requestTimeout: 0, headersTimeout: settings.headersMs, connectionsCheckingInterval: settings.headersMs / 4 },
    getRequestListener((request, env) => refuseTarget(env.incoming as IncomingMessage) ?? answer(request, env)),
  ).setTimeout(IDLE_MS)
  limitSlowSenders(http, settings)
  limitConnections(http, settings.connections, report)
  const drain = drainable(http)
  await listen(http, settings)
  const url = urlOf(http.address() as AddressInfo)
  const announcing = setTimeout(
    () => announce(`Signalbox listens on ${url} and loads its features; /api/_ready answers 200 when it serves`),
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

/** The store of the settings, and what serves it. */
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

/** The box over HTTP, as the settings have it. */
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
