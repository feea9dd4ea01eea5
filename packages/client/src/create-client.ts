import type { SignalboxApi } from '@signalbox/core/contract'
import { checkOptions, type Random, realWait, type Wait } from '@signalbox/core/evaluate'
import { type Call, isStream, iterable, streaming } from '@signalbox/core/wire'
import { exchange } from './exchange.ts'
import { type Identification, identify } from './identify.ts'
import { secureRandom } from './live/following/back-off.ts'
import { table } from './operations.ts'
import { reconnecting } from './reconnect.ts'
import { createPauses, type RetryOptions, retrying } from './retry.ts'
import { type RemoteOperation, readRow } from './row.ts'

/** Options of `createClient`: where the service is and how to reach it. Times are in milliseconds. */
export interface ClientOptions extends Identification {
  /** The address of the service, such as `https://flags.example.com`. In a browser it may be relative to the page. */
  readonly baseUrl: string
  /** Sends a request. It must respect the request's signal. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Response | Promise<Response>
  /**
   * The timeout of each attempt: until the complete response, or until a stream starts. Uploads have none. `Infinity`
   * disables it.
   * @default 10000
   */
  readonly timeoutMs?: number
  /**
   * Retries of calls that are safe to repeat: GET, PUT, DELETE, read-only POSTs, and calls with an `idempotencyKey`.
   * Calls with `ifMatch` are not retried.
   */
  readonly retry?: RetryOptions
  /**
   * Whether event streams resume after their last event when the connection is lost. The call option `reconnect`
   * overrides it.
   * @default true
   */
  readonly reconnect?: boolean
  /**
   * How long an open stream may stay silent while it is being read, before its connection counts as lost. The service
   * sends something every 15 seconds.
   * @default 45000
   */
  readonly silenceMs?: number
  /**
   * How nd-json is sent: `streamed`, or `gathered` in memory and sent in one piece, as browsers need it.
   * @default 'gathered' in browsers, else 'streamed'
   */
  readonly uploads?: 'streamed' | 'gathered'
  /** Waits for some milliseconds. @default timers */
  readonly wait?: Wait
  /** Returns random bytes, which vary the pauses. @default crypto.getRandomValues */
  readonly random?: Random
}

const optionNames = {
  clientId: true,
  clientSecret: true,
  headerNames: true,
  headers: true,
  baseUrl: true,
  fetch: true,
  timeoutMs: true,
  retry: true,
  reconnect: true,
  silenceMs: true,
  uploads: true,
  wait: true,
  random: true,
} as const satisfies Record<keyof ClientOptions, true>

/**
 * Creates a client for the API of a remote Signalbox: the same functions as in process, with the same failures
 * (`SignalboxError`). Calls also reject with UNAVAILABLE if the service is unreachable or times out, and with the
 * signal's reason when aborted. Throws a `TypeError` for an invalid address or invalid credentials.
 *
 * @example
 * ```ts
 * const client = createClient({ baseUrl: 'https://flags.example.com', clientId: 'shop', clientSecret: 'secret' })
 * const { active } = await client.features.check({ id: 'shop:express' })
 * ```
 */
export function createClient(options: ClientOptions): SignalboxApi {
  checkOptions('createClient', options, optionNames)
  const { baseUrl, fetch = globalThis.fetch, timeoutMs = 10_000, retry = {}, reconnect = true } = options
  const { silenceMs = 45_000, wait = realWait, random = secureRandom } = options
  const { uploads = 'XMLHttpRequest' in globalThis ? 'gathered' : 'streamed' } = options
  const line = { address: addressOf(baseUrl), headers: identify(options), fetch, timeoutMs, silenceMs, wait }
  const pauses = createPauses({ ...retry, wait, random })

  const attempt =
    (operation: RemoteOperation): Call =>
    (input, options = {}) =>
      exchange(line, operation, input ?? {}, options)
  const toCall = (operation: RemoteOperation): Call => retrying(attempt(operation), operation, pauses)

  function toEvents(operation: RemoteOperation): Call {
    const once = toCall(operation)
    const lasting = reconnecting(once, attempt(operation), pauses)
    return (input, options) => ((options?.reconnect ?? reconnect) ? lasting : once)(input, options)
  }

  return toApi(table, (operation) => {
    const { body, response } = operation
    if (isStream(response)) return streaming((response.encoding === 'sse' ? toEvents : toCall)(operation))
    return isStream(body) && uploads === 'gathered' ? gathered(operation, toCall) : toCall(operation)
  }) as SignalboxApi
}

type Group = Readonly<Record<string, unknown>>

/** Builds one function for each row. */
const toApi = (rows: Group, toCall: (operation: RemoteOperation) => Call): object =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([name]) => name !== '~')
      .map(([name, row]) => [
        name,
        typeof row === 'string' ? toCall(readRow(row, rows['~'] as string | undefined)) : toApi(row as Group, toCall),
      ]),
  )

/** Validates the base address, to which paths are appended. It holds no secret, so errors may name it. */
function addressOf(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href
  const url = URL.canParse(baseUrl, page) && new URL(baseUrl, page)
  if (!url || !/^https?:/.test(url.href))
    throw new TypeError('baseUrl must be an http or https URL, such as https://flags.example.com')
  if (url.username || url.password)
    throw new TypeError('baseUrl must not contain credentials: pass them as clientId and clientSecret')
  return url.origin + url.pathname.replace(/\/$/, '')
}

/** Returns an upload's call with all lines sent in one piece, because not every browser can stream a request body. */
const gathered = (operation: RemoteOperation, toCall: (operation: RemoteOperation) => Call): Call => {
  const call = toCall({ ...operation, body: {}, raw: {} })
  return async (given, options) => {
    const { body, ...input } = given ?? {}
    let lines = ''
    for await (const record of iterable(body)) lines += `${JSON.stringify(record)}\n`
    const bytes = new TextEncoder().encode(lines)
    return call({ ...input, body: { mediaType: 'application/nd-json', bytes } }, options)
  }
}
