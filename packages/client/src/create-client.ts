import type { SignalboxApi } from '@signalbox/core/contract'
import type { Random, Wait } from '@signalbox/core/evaluate'
import { checkOptions, realWait } from '@signalbox/core/evaluate'
import type { Call } from '@signalbox/core/wire'
import { isStream, streaming } from '@signalbox/core/wire'
import { exchange } from './exchange.ts'
import { gathered } from './gather.ts'
import type { Identification } from './identify.ts'
import { identify } from './identify.ts'
import { secureRandom } from './live/back-off.ts'
import { table } from './operations.ts'
import { reconnecting } from './reconnect.ts'
import type { RetryOptions } from './retry.ts'
import { createPauses, retrying } from './retry.ts'
import type { RemoteOperation } from './row.ts'
import { readRow } from './row.ts'

/** Where a Signalbox is, and how it is reached. Times are in milliseconds. */
export interface ClientOptions extends Identification {
  /** The address of the service, such as `https://flags.example.com`; in a browser it may be relative to the page. */
  readonly baseUrl: string
  /** Sends a request. It must heed the request's signal. @default globalThis.fetch */
  readonly fetch?: (request: Request) => Response | Promise<Response>
  /** How long an attempt may take: up to the whole answer, of a stream up to its beginning. Uploads take as long as they take. `Infinity` is for ever. @default 10000 */
  readonly timeoutMs?: number
  /** When calls are repeated that can be repeated without harm: GET, PUT, DELETE, POSTs that only read, and those with an `idempotencyKey`; none with `ifMatch`. */
  readonly retry?: RetryOptions
  /** Whether event streams go on behind their last event when the connection is lost; the option `reconnect` of a call says otherwise. @default true */
  readonly reconnect?: boolean
  /** How long a stream may send nothing while one waits for it: after that its connection counts as lost. The service sends something every 15 seconds. @default 45000 */
  readonly silenceMs?: number
  /** How nd-json is sent: `streamed` as it is asked for, or, as browsers need it, `gathered` in memory and sent in one piece. @default gathered in browsers */
  readonly uploads?: 'streamed' | 'gathered'
  /** Waits. @default with timers */
  readonly wait?: Wait
  /** So many random bytes, for pauses. @default crypto.getRandomValues */
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
 * The API of a Signalbox elsewhere: the same functions as in process, with the same failures (`SignalboxError`). Beside those a
 * call rejects with UNAVAILABLE when the service cannot be reached or takes too long, and with the signal's reason when
 * it is aborted. TypeError for an address or credentials that cannot be.
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

/** Builds one function a row. */
const toApi = (rows: Group, toCall: (operation: RemoteOperation) => Call): object =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([name]) => name !== '~')
      .map(([name, row]) => [
        name,
        typeof row === 'string' ? toCall(readRow(row, rows['~'] as string | undefined)) : toApi(row as Group, toCall),
      ]),
  )

/** The address that paths follow. It carries nothing secret: errors name it. */
function addressOf(baseUrl: string): string {
  const page = (globalThis as { location?: { href: string } }).location?.href
  const url = URL.canParse(baseUrl, page) && new URL(baseUrl, page)
  if (!url || !/^https?:/.test(url.href))
    throw new TypeError('baseUrl must be an address of http or https, such as https://flags.example.com')
  if (url.username || url.password)
    throw new TypeError('baseUrl must not hold credentials: give them as clientId and clientSecret')
  return url.origin + url.pathname.replace(/\/$/, '')
}
