import { isObject } from '@signalbox/core/gateway'
import { hasUniqueMembers } from '../tokens/unique-members.ts'
import { type TokenError, tokenError } from './token-error.ts'

/** The parameters of a token request, by name. Those without a value are left out (RFC 6749, section 3.2). */
export type Parameters = ReadonlyMap<string, string>

/** The most bytes of a token request. */
export const MOST_BYTES = 16 * 1024

/** Reads the parameters of a body: a form, or JSON. Each may be there once. */
export function readParameters(body: Uint8Array | undefined, contentType: string | undefined): Parameters | TokenError {
  const [type = ''] = (contentType ?? '').split(';')
  const read = readers.get(type.trim().toLowerCase())
  if (!read) return tokenError('invalid_request', 'Send application/x-www-form-urlencoded or application/json')
  const pairs = read(decode(body))
  if (!pairs) return tokenError('invalid_request', 'The body cannot be read')
  const found = new Map<string, string>()
  const names = new Set<string>()
  for (const [name, value] of pairs) {
    if (names.has(name)) return tokenError('invalid_request', 'A parameter is repeated')
    names.add(name)
    if (value !== '') found.set(name, value)
  }
  return found
}

type Pairs = Iterable<readonly [name: string, value: string]>

const readers: ReadonlyMap<string, (text: string | undefined) => Pairs | undefined> = new Map([
  ['application/x-www-form-urlencoded', readForm],
  ['application/json', readJson],
])

function readForm(text: string | undefined): Pairs | undefined {
  return text === undefined ? undefined : new URLSearchParams(text)
}

function readJson(text: string | undefined): Pairs | undefined {
  try {
    const value: unknown = JSON.parse(text ?? '')
    if (!isObject(value) || !hasUniqueMembers(text ?? '', value)) return undefined
    const pairs = Object.entries(value)
    return pairs.every((pair): pair is [string, string] => typeof pair[1] === 'string') ? pairs : undefined
  } catch {
    return undefined
  }
}

function decode(body: Uint8Array | undefined): string | undefined {
  try {
    return strict.decode(body)
  } catch {
    return undefined
  }
}

const strict = new TextDecoder('utf-8', { fatal: true })
