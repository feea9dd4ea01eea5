import { createClient } from '@signalbox/client'
import type { Report, Signalbox } from '@signalbox/core'
import { contract, operations } from '@signalbox/core/contract'
import { toHono } from '@signalbox/hono'
import { openBox } from '../box/open-box.ts'
import { serverAt } from '../folder/remote-server.ts'
import { onSignals } from '../process/on-signals.ts'
import { wholeNumber } from '../settings/setting.ts'
import type { Settings } from '../settings/settings.ts'
import { printFailure } from '../stores/report.ts'
import { nameStore } from '../stores/stores.ts'
import type { McpOptions } from './mcp-options.ts'
import { prepareMcpServer } from './mcp-server.ts'
import { type Sender, serveHttp } from './serve-http.ts'
import { serveStdio } from './serve-stdio.ts'

/** Serves the Model Context Protocol until the client leaves, or until a signal. Resolves with whether it succeeded. */
export async function runMcp(options: McpOptions, settings: Settings): Promise<boolean> {
  const report: Report = printFailure
  const port = readPort(options.port)
  const all = operations(contract)
  const create = prepareMcpServer({
    operations: all,
    write: options.write ?? false,
    only: readGroups(options.only, [...new Set(all.map(({ name: [group = ''] }) => group))]),
    report,
  })
  const target = options.to === undefined ? await openStoreOf(settings, report) : serverOf(options.to, settings)
  const serving =
    port === undefined
      ? undefined
      : await serveHttp({ ...settings, port }, { create, apiFor: target.apiFor, report }).catch(async (error) => {
          await target.close()
          throw error
        })
  if (serving) process.stdout.write(`Signalbox serves ${serving.url}\n`)
  const { ended, close } = serving
    ? { ended: new Promise<never>(() => {}), close: serving.close }
    : serveStdio(create, target.api, report)
  async function stop(): Promise<void> {
    await close()
    await target.close()
  }
  function fail(error: unknown): never {
    report(error)
    process.exit(1)
  }
  // There are no certificates to read again: SIGHUP ends this process, too.
  onSignals({ close: stop, reload: async () => {} }, { fail, hasLostTerminal: () => true })
  await ended
  await stop()
  return true
}

/** Where calls go. */
interface Target {
  /** The API for the person who started the command. */
  readonly api: object
  /** The API for the sender of a request. */
  apiFor(sender: Sender): object
  close(): Promise<void>
}

/** How long a call may take, in milliseconds: workflows and scripts may run long. */
const TIMEOUT_MS = 60_000

/**
 * A server: the key of the settings is for the user who started the command, and senders of requests have their own.
 */
function serverOf(baseUrl: string, settings: Settings): Target {
  if (!/^https?:/i.test(baseUrl)) throw new Error('--to must be the URL of a server: signalbox mcp --to https://…')
  return {
    api: serverAt(baseUrl, settings),
    apiFor: ({ headers }) => createClient({ baseUrl, headers, timeoutMs: TIMEOUT_MS }),
    close: async () => {},
  }
}

/**
 * The store of the settings. The user who started the command is an admin, as with other commands. Senders of requests
 * need an API key: their calls take the same way as calls over HTTP, without a socket.
 */
async function openStoreOf(settings: Settings, report: Report): Promise<Target> {
  if (settings.store === 'memory:') throw new Error(inMemory)
  const { box, release } = await openBox(settings, { report }).catch((error) => {
    throw nameStore(settings.store, error)
  })
  const { clientIdHeader, clientSecretHeader, bodyLimit, apiBodyLimit } = settings
  const addressOf = ({ env }: { readonly env: unknown }) => (env as Sender).address
  const app = toHono(box, { clientIdHeader, clientSecretHeader, bodyLimit, apiBodyLimit, addressOf, report })
  return {
    api: box satisfies Signalbox,
    apiFor: (sender) =>
      createClient({
        baseUrl: 'http://127.0.0.1',
        headers: sender.headers,
        fetch: (request) => app.fetch(request, sender),
        timeoutMs: TIMEOUT_MS,
      }),
    async close() {
      const closed = box.close()
      release()
      await closed
    },
  }
}

const inMemory =
  'mcp requires a persistent store or --to URL, because the records of memory: exist only in the running server: set SIGNALBOX_STORE'

function readPort(text: string | undefined): number | undefined {
  const port = text === undefined ? undefined : wholeNumber(0, 65_535)(text)
  if (text !== undefined && port === undefined) throw new RangeError('--port must be a whole number from 0 to 65535')
  return port
}

function readGroups(text: string | undefined, known: readonly string[]): readonly string[] {
  const groups = text?.split(',').map((one) => one.trim()) ?? []
  const unknown = groups.find((one) => !known.includes(one))
  if (unknown === undefined) return groups
  throw new RangeError(`--only must name groups of operations, not ${unknown}: ${known.join(', ')}`)
}
