import { pathAllowances } from './route.ts'

/** A path in the one form that is matched, restricted, forwarded and logged. */
export interface CanonicalPath {
  /** The path without empty segments. */
  readonly path: string
  /** The path with its empty segments, for routes that allow `empty-segments`. Absent: it has none. */
  readonly kept?: string
  /** The allowances that the route must have, as a set of `allowanceBits`; 0: none. */
  readonly needs: number
}

/** Why a path is refused, whatever the route allows. */
export interface PathRefusal {
  readonly cause: 'errors.request.path.invalid' | 'errors.target.too.long'
  /** The rule that the path breaks, for operators. */
  readonly rule: string
}

type Allowance = (typeof pathAllowances)[number]

/** The bit of each allowance of a route, in `needs` of a path. */
export const allowanceBits = {
  'raw-bytes': 1,
  'encoded-slash': 2,
  'path-parameters': 4,
  'empty-segments': 8,
} as const satisfies Record<Allowance, number>

/** The bits of the allowances of a route (`frontend.allow`); unknown names are ignored. */
export const bitsOf = (allow: readonly string[]): number =>
  pathAllowances.reduce((bits, name) => (allow.includes(name) ? bits | allowanceBits[name] : bits), 0)

/** Maximum length of a path in characters, before and after it is brought into its canonical form. */
const MOST_CHARACTERS = 8192

/** Maximum number of segments; empty ones count, too. */
const MOST_SEGMENTS = 256

const SLASH = 0x2f
const DOT = 0x2e
const PERCENT = 0x25

/**
 * The path of a request in its canonical form, or why it is refused. Pure. The canonical form of a canonical path is
 * the path itself.
 *
 * | in the path | result |
 * |---|---|
 * | escapes of letters, digits and `-._~` | decoded |
 * | other escapes | kept, with capital digits; never decoded twice |
 * | `"` `<` `>` `[` `]` `^` `` ` `` `{` `}` and the vertical bar | escaped |
 * | empty segments | removed; kept in `kept` |
 * | escapes that are not UTF-8 | needs `raw-bytes` |
 * | `%2F`, `%5C` | needs `encoded-slash` |
 * | `;`, `%3B` | needs `path-parameters` |
 * | `%` without two hexadecimal digits, control characters (escaped, too), spaces, `\`, `#`, `?`, characters beyond ASCII | refused |
 * | the segments `.` and `..`: escaped, before `;`, or beside an escaped slash, too | refused |
 * | more than 8192 characters or 256 segments | refused |
 *
 * @example
 * canonicalPath('/a//%7eb/%c3%a9') // { path: '/a/~b/%C3%A9', kept: '/a//~b/%C3%A9', needs: 0 }
 * canonicalPath('/a/%2e%2e/b') // { cause: 'errors.request.path.invalid', rule: … }
 */
export function canonicalPath(path: string): CanonicalPath | PathRefusal {
  if (isCanonical(path)) return { path, needs: 0 }
  if (!path.startsWith('/')) return invalid('a path must start with a slash')
  if (path.length > MOST_CHARACTERS) return tooLong(`a path must not have more than ${MOST_CHARACTERS} characters`)
  if (path.split('/').length > MOST_SEGMENTS + 1)
    return tooLong(`a path must not have more than ${MOST_SEGMENTS} segments`)
  const broken = refusals.find(([pattern]) => pattern.test(path))
  if (broken) return invalid(broken[1])
  const kept = path.replace(REWRITTEN, rewrite)
  if (kept.length > MOST_CHARACTERS)
    return tooLong(`a path must not have more than ${MOST_CHARACTERS} characters when it is escaped`)
  if (DOTS.test(kept)) return invalid('the segments . and .. are not allowed, not even escaped')
  const merged = kept.replace(/\/{2,}/g, '/')
  return { path: merged, ...(merged !== kept && { kept }), needs: needsOf(merged) }
}

/** Whether `canonicalPath` returns the path unchanged and without needs. One scan; allocates nothing for plain paths. */
export function isCanonical(path: string): boolean {
  if (path.charCodeAt(0) !== SLASH || path.length > MOST_CHARACTERS) return false
  let segments = 0
  let hasBytes = false
  for (let i = 0; i < path.length; i++) {
    const code = path.charCodeAt(i)
    if (code === SLASH) {
      const next = path.charCodeAt(i + 1)
      if (++segments > MOST_SEGMENTS || next === SLASH || (next === DOT && isDots(path, i + 1))) return false
    } else if (code === PERCENT) {
      if (!isKept(path, i)) return false
      hasBytes ||= path.charCodeAt(i + 1) > 0x37
      i += 2
    } else if (code > 0x7e || isPlain[code] !== 1) return false
  }
  return !hasBytes || isUtf8(path)
}

/** Whether the segment that starts at an index is `.` or `..`; what follows must be a slash or the end. */
function isDots(path: string, start: number): boolean {
  const after = path.charCodeAt(start + 1) === DOT ? start + 2 : start + 1
  return after >= path.length || path.charCodeAt(after) === SLASH
}

/** Whether an escape stays as it is, and needs nothing but to be UTF-8. */
function isKept(path: string, at: number): boolean {
  const high = digits[path.charCodeAt(at + 1)] ?? 0
  const low = digits[path.charCodeAt(at + 2)] ?? 0
  return high > 0 && low > 0 && keptEscapes[(high - 1) * 16 + low - 1] === 1
}

const UNRESERVED = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'
/** What may stand in a path unescaped (RFC 3986), without the slash and the semicolon. */
const PLAIN = `${UNRESERVED}!$&'()*+,=:@`

/** A table by character code: 1 for the characters of a text. */
const tableOf = (characters: string): Uint8Array => {
  const table = new Uint8Array(128)
  for (let i = 0; i < characters.length; i++) table[characters.charCodeAt(i)] = 1
  return table
}

const isPlain = tableOf(PLAIN)
const isUnreserved = tableOf(UNRESERVED)

/** The value of a capital hexadecimal digit plus one, by character code. */
const digits = new Uint8Array(128)
for (let i = 0; i < 16; i++) digits['0123456789ABCDEF'.charCodeAt(i)] = i + 1

/** 1 for each byte whose escape stays, and needs nothing unless it is not UTF-8. */
const keptEscapes = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0x80 ||
  (byte > 0x1f && byte !== 0x7f && isUnreserved[byte] !== 1 && !'/\\;'.includes(String.fromCharCode(byte)))
    ? 1
    : 0,
)

/** What is never allowed, in the order checked. */
const refusals: readonly (readonly [RegExp, string])[] = [
  [/%(?![\dA-Fa-f]{2})/, 'a percent sign must be followed by two hexadecimal digits'],
  [/%(?:[01]|7[Ff])|\p{Cc}/u, 'control characters are not allowed, not even escaped'],
  [/\\/, 'backslashes are not allowed'],
  [/[#?]/, 'a path must not contain ? or #'],
  [/ /, 'spaces must be escaped'],
  [/[^\0-\x7f]/, 'characters beyond ASCII must be escaped'],
]

const REWRITTEN = /%..|["<>[\]^`{|}]/g

function rewrite(one: string): string {
  const code = one.length === 1 ? one.charCodeAt(0) : Number.parseInt(one.slice(1), 16)
  if (one.length === 1) return `%${code.toString(16).toUpperCase()}`
  return isUnreserved[code] === 1 ? String.fromCharCode(code) : one.toUpperCase()
}

/** A dot segment, after escapes of dots are decoded. Escaped slashes separate, since a backend may decode them. */
const DOTS = /(?:\/|%2F|%5C)\.{1,2}(?:[/;]|%3B|%2F|%5C|$)/

const needsOf = (path: string): number =>
  (/%2F|%5C/.test(path) ? allowanceBits['encoded-slash'] : 0) |
  (/;|%3B/.test(path) ? allowanceBits['path-parameters'] : 0) |
  (/%[89A-F]/.test(path) && !isUtf8(path) ? allowanceBits['raw-bytes'] : 0)

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

const invalid = (rule: string): PathRefusal => ({ cause: 'errors.request.path.invalid', rule })
const tooLong = (rule: string): PathRefusal => ({ cause: 'errors.target.too.long', rule })
