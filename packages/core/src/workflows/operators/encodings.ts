import type { Category } from '../reference/entry.ts'
import { failed } from '../runs/failure.ts'
import { named, text } from './arguments.ts'
import { POINT } from './costs.ts'
import { operatorsOfText } from './of-text.ts'
import { defineOperator, type Operator } from './operator.ts'

const category: Category = 'strings'
const ofText = operatorsOfText(category)
const lone = 'A lone surrogate becomes U+FFFD'

/** Operators that encode and decode texts, by way of their UTF-8 bytes. */
export const encodingOperators = [
  ofText('$encode_base64', `The text in Base64 (RFC 4648), padded. ${lone}`, {
    example: ['tea?', 'dGVhPw=='],
    cost: POINT,
    evaluate: toBase64,
  }),
  ofText('$decode_base64', 'Decodes Base64, padded or not. Fails for invalid Base64 and for bytes that are not UTF-8', {
    example: ['dGVhPw==', 'tea?'],
    cost: POINT,
    evaluate: (text) => orFail('$decode_base64', 'Base64', () => fromBase64(text, /^[A-Za-z0-9+/]*={0,2}$/)),
  }),
  ofText('$encode_base64url', `The text in URL-safe Base64 (RFC 4648), not padded. ${lone}`, {
    example: ['tea?>', 'dGVhPz4'],
    cost: POINT,
    evaluate: (text) => toBase64(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', ''),
  }),
  ofText(
    '$decode_base64url',
    'Decodes URL-safe Base64, padded or not. Fails for invalid Base64 and for bytes that are not UTF-8',
    {
      example: ['dGVhPz4', 'tea?>'],
      cost: POINT,
      evaluate: (text) => orFail('$decode_base64url', 'Base64url', () => fromBase64(text, /^[A-Za-z0-9_-]*={0,2}$/)),
    },
  ),
  ofText('$encode_uri', `The text as percent-encoded component of a URL (RFC 3986). ${lone}`, {
    example: ['a b/c&d', 'a%20b%2Fc%26d'],
    evaluate: (text) => encodeURIComponent(text.toWellFormed()),
  }),
  ofText(
    '$decode_uri',
    'Decodes a percent-encoded component of a URL. Fails for a `%` without two hexadecimal digits, and for bytes that are not UTF-8',
    {
      example: ['a%20b%2Fc', 'a b/c'],
      evaluate: (text) => orFail('$decode_uri', 'a URI component', () => decodeURIComponent(text)),
    },
  ),
  defineOperator({
    name: '$basic_auth',
    category,
    description: 'The value of the Authorization header for HTTP Basic (RFC 7617). Fails for a `:` in the user name',
    args: named({ username: text('The user name'), password: text('The password') }),
    example: { config: { $basic_auth: { username: 'ann', password: 'tea' } }, result: 'Basic YW5uOnRlYQ==' },
    evaluate: ({ username, password }, { charge }) => {
      charge(POINT * (username.length + password.length))
      if (username.includes(':'))
        throw failed('value', 'The username of $basic_auth must not contain a colon', '$basic_auth')
      return `Basic ${toBase64(`${username}:${password}`)}`
    },
  }),
]

function toBase64(text: string): string {
  const bytes = new TextEncoder().encode(text)
  let letters = ''
  for (let at = 0; at < bytes.length; at += MOST_ARGUMENTS)
    letters += String.fromCharCode(...bytes.subarray(at, at + MOST_ARGUMENTS))
  return btoa(letters)
}

/** Maximum number of arguments in one call; engines reject calls with many more. */
const MOST_ARGUMENTS = 8192

function fromBase64(text: string, alphabet: RegExp): string {
  if (!alphabet.test(text)) throw new SyntaxError('The text has characters that are not in the alphabet')
  const letters = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
}

/** Replaces errors of the platform by a failure that names the operator. */
function orFail<T>(name: Operator['name'], wanted: string, decode: () => T): T {
  try {
    return decode()
  } catch (cause) {
    throw Object.assign(failed('value', `${name} takes ${wanted} that encodes UTF-8 text`, name), { cause })
  }
}
