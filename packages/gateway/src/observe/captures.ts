import { type Capture, isSecretParameter } from '@signalbox/core/gateway'
import { type CapturedBytes, MOST_CAPTURED } from '../exchange/captured.ts'
import type { ExchangeState } from '../exchange/exchange-state.ts'
import { getHeader } from '../headers/header-list.ts'
import { REDACTED, redactText } from '../log/redact-text.ts'
import { redactBody } from './redact-body.ts'
import { redactForm } from './redact-form.ts'
import { secretHeaders, secretHeadersOf } from './secrets.ts'

/** The last requests to the APIs that are captured. */
export interface Captures {
  /** Says whether an API is captured. What is kept of others is forgotten. */
  follow(api: string, isCaptured: boolean): void
  /** Keeps an exchange that has ended. Its route is known. */
  add(state: ExchangeState, outcome: { status: number; cause: string | undefined; ms: number }): void
  /** What is kept of an API, the newest first. */
  of(api: string): Capture[]
}

const MOST_REQUESTS = 100
/** So many characters are kept of all APIs: about 64 MiB. */
const MOST_BYTES = 64 * 1024 * 1024

interface Kept {
  readonly capture: Capture
  readonly size: number
}

/**
 * Creates the memory of captured requests. What it keeps has no secrets. Beyond a size of all of it, the oldest are
 * forgotten, whatever their API.
 */
export function createCaptures(most = MOST_BYTES): Captures {
  const rings = new Map<string, Kept[]>()
  /** In the order in which they came. */
  const all = new Set<Kept>()
  let size = 0

  function drop(ring: Kept[]): void {
    const oldest = ring.shift()
    if (!oldest) return
    all.delete(oldest)
    size -= oldest.size
  }

  return {
    follow(api, isCaptured) {
      if (isCaptured) {
        if (!rings.has(api)) rings.set(api, [])
        return
      }
      const ring = rings.get(api) ?? []
      while (ring.length > 0) drop(ring)
      rings.delete(api)
    },
    add(state, outcome) {
      const ring = rings.get(state.route.api_ref)
      // It was switched off meanwhile.
      if (!ring) return
      const capture = captureOf(state, outcome)
      const kept = { capture, size: JSON.stringify(capture).length }
      ring.push(kept)
      all.add(kept)
      size += kept.size
      if (ring.length > MOST_REQUESTS) drop(ring)
      for (const { capture } of all) {
        if (size <= most) break
        drop(rings.get(capture.api) ?? [])
      }
    },
    of: (api) => (rings.get(api) ?? []).map(({ capture }) => capture).toReversed(),
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
