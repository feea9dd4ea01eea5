import type { Capture } from '@signalbox/core/gateway'
import { isSecretParameter } from '@signalbox/core/gateway'
import { getHeader } from '../headers/header-list.ts'
import type { ExchangeState } from '../pipeline/exchange-state.ts'
import type { CapturedBytes } from './captured.ts'
import { MOST_CAPTURED } from './captured.ts'
import { redactBody } from './redact-body.ts'
import { redactForm } from './redact-form.ts'
import { REDACTED, redactText } from './redact-text.ts'
import { secretHeaders, secretHeadersOf } from './secrets.ts'

/** The last requests to the APIs that are captured. */
export interface Captures {
  /** Keeps an exchange that has ended. Its route is known. */
  add(state: ExchangeState, outcome: { status: number; cause: string | undefined; ms: number }): void
  /** What is kept of an API, the newest first. */
  of(api: string): Capture[]
}

/** So many requests are kept of an API, and of so many APIs. */
const MOST = 100

/** Creates the memory of captured requests. What it keeps has no secrets. */
export function createCaptures(): Captures {
  const rings = new Map<string, Capture[]>()
  return {
    add(state, outcome) {
      const capture = captureOf(state, outcome)
      const ring = rings.get(capture.api) ?? []
      ring.push(capture)
      if (ring.length > MOST) ring.shift()
      rings.delete(capture.api)
      rings.set(capture.api, ring)
      const [oldest] = rings.keys()
      if (rings.size > MOST && oldest !== undefined) rings.delete(oldest)
    },
    of: (api) => (rings.get(api) ?? []).toReversed(),
  }
}

function captureOf(state: ExchangeState, { status, cause, ms }: Parameters<Captures['add']>[1]): Capture {
  const { id, route, method, host, path, query, captured, list, body } = state
  const sent = state.sentHeaders ?? []
  return {
    ...{ id, time: new Date(state.now).toISOString(), api: route.api_ref, route: route.id },
    ...{
      method,
      host,
      path: redactText(path),
      query: query === '' ? '' : `?${redactForm(query.slice(1))}`,
      status,
      ms: Math.round(ms),
    },
    ...(cause !== undefined && { cause }),
    request: { headers: headersOf(state, list), ...bodyOf(captured?.request ?? body, list) },
    response: { headers: headersOf(state, sent), ...bodyOf(captured?.response ?? ownBody(state), sent) },
  }
}

/** The body of a response of the gateway itself. */
function ownBody({ answer, captured }: ExchangeState): Uint8Array | undefined {
  const body = captured?.response ? undefined : answer?.body
  return typeof body === 'string' ? new TextEncoder().encode(body) : body
}

function headersOf(state: ExchangeState, list: readonly string[]): Capture['request']['headers'] {
  const own = secretHeadersOf(state.route)
  const isSecret = (name: string): boolean =>
    secretHeaders.has(name) || own.has(name) || name === state.plan?.testingHeader || isSecretParameter(name)
  const headers: Capture['request']['headers'] = []
  for (let i = 0; i < list.length; i += 2) {
    const [name, value] = [list[i] as string, list[i + 1] as string]
    headers.push({ name, value: isSecret(name.toLowerCase()) ? REDACTED : redactText(value) })
  }
  return headers
}

function bodyOf(body: CapturedBytes | Uint8Array | undefined, list: readonly string[]) {
  if (!body) return {}
  const coding = getHeader(list, 'content-encoding')
  const type = getHeader(list, 'content-type')
  const shown =
    body instanceof Uint8Array
      ? { kept: body.subarray(0, MOST_CAPTURED), bytes: body.length, isEncoded: coding !== undefined }
      : { kept: body.kept(), bytes: body.bytes, isEncoded: body.isEncoded }
  const redacted = redactBody({ ...shown, type })
  return redacted ? { body: redacted } : {}
}
