import { tryPattern } from '../../machine/schema/linear-pattern.ts'
import { choice, object, Type } from '../../machine/schema/schema.ts'
import { canonicalPath, type PathRefusal } from './canonical-path.ts'
import { splitPath } from './path-shape.ts'

/** The kinds of segments in a route path, in the order in which a router prefers them. */
export const segmentKinds = ['text', 'mixed', 'regex', 'parameter', 'any', 'rest'] as const

/** A part of a mixed segment: text or a parameter. */
export type SegmentPart = { readonly text: string } | { readonly name: string }

/**
 * A segment of a route path:
 *
 * | written | kind | matches |
 * |---|---|---|
 * | `users` | `text` | this text |
 * | `{Sid}.json`, `{name}:cancel` | `mixed` | text and parameters, each of one or more characters, as few as possible |
 * | `$id<[0-9]+>` | `regex` | a whole segment that the RE2 expression matches |
 * | `:id`, `{id}` | `parameter` | any one segment |
 * | `*` | `any` | any one segment |
 * | `*` at the end | `rest` | all remaining segments, at least one |
 */
export type PathSegment =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'mixed'; readonly parts: readonly SegmentPart[] }
  | { readonly kind: 'regex'; readonly name: string; readonly regex: string }
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'rest' }

const text = Type.Optional(Type.String())

/** The schema of a parsed segment. */
export const pathSegmentSchema = Type.Unsafe<PathSegment>(
  object({
    kind: choice(segmentKinds, { description: 'In the order of precedence' }),
    text: Type.Optional(Type.String({ description: 'For `text`' })),
    parts: Type.Optional(Type.Array(object({ text, name: text }), { description: 'For `mixed`' })),
    name: Type.Optional(Type.String({ description: 'For `regex` and `parameter`' })),
    regex: Type.Optional(Type.String({ description: 'For `regex`: an RE2 expression that matches the whole segment' })),
  }),
)

/** Why a path is invalid: the segment and the reason. */
export interface PathFlaw {
  readonly segment: string
  readonly reason: string
}

/** A parsed path: its segments, or what is wrong with it. */
export type ReadPath = { readonly segments: readonly PathSegment[] } | { readonly flaw: PathFlaw }

/** Maximum size of a segment's regular expression in steps: routers run it for every request. */
const MOST_STEPS = 1000

/**
 * Parses a route path into segments, or returns the first flaw found. Pure.
 * Consecutive slashes count as one; a trailing slash adds no segment.
 *
 * @example
 * readPath('/orders/:id')
 * // { segments: [{ kind: 'text', text: 'orders' }, { kind: 'parameter', name: 'id' }] }
 */
export function readPath(path: string): ReadPath {
  const segments: PathSegment[] = []
  const names = new Set<string>()
  const written = splitPath(path)
  for (const [i, one] of written.entries()) {
    const read = readSegment(one, i === written.length - 1)
    if (typeof read === 'string') return { flaw: { segment: one, reason: read } }
    for (const name of namesOf(read)) {
      if (names.has(name))
        return { flaw: { segment: one, reason: `the parameter name ${name} is used twice in the path` } }
      names.add(name)
    }
    segments.push(read)
  }
  return { segments }
}

/**
 * A route path whose text is in the canonical form of request paths; the path itself if it is so already, or invalid.
 *
 * @example
 * canonicalRoutePath('/caf\u00e9/:id') // '/caf%C3%A9/:id'
 */
export function canonicalRoutePath(path: string): string {
  const read = readPath(path)
  if ('flaw' in read) return path
  const written = splitPath(path)
  const canonical = read.segments.map((segment, i) => textOf(segment) ?? (written[i] as string))
  if (canonical.every((one, i) => one === written[i])) return path
  return `/${canonical.join('/')}${path.endsWith('/') ? '/' : ''}`
}

/** The text of a segment with its parameters as `{name}`; `undefined` for a segment without text. */
function textOf(segment: PathSegment): string | undefined {
  if (segment.kind === 'text') return segment.text
  if (segment.kind !== 'mixed') return undefined
  return segment.parts.map((part) => ('name' in part ? `{${part.name}}` : part.text)).join('')
}

/** The parameter names of a segment. */
export function namesOf(segment: PathSegment): readonly string[] {
  if (segment.kind === 'mixed') return segment.parts.flatMap((part) => ('name' in part ? [part.name] : []))
  return segment.kind === 'parameter' || segment.kind === 'regex' ? [segment.name] : []
}

const NAME = '[A-Za-z_]\\w*'
const REGEX = new RegExp(`^\\$(${NAME})<(.*)>$`, 's')
const COLON = new RegExp(`^:(${NAME})$`)
const BRACES = new RegExp(`^\\{(${NAME})\\}$`)
const PARTS = new RegExp(`\\{(${NAME})\\}`)

/** Parses a segment; returns the reason as a string if it is invalid. */
function readSegment(written: string, isLast: boolean): PathSegment | string {
  if (written === '*') return { kind: isLast ? 'rest' : 'any' }
  const regex = REGEX.exec(written)
  if (regex) return readRegex(regex[1] as string, regex[2] as string)
  const parameter = COLON.exec(written) ?? BRACES.exec(written)
  if (parameter) return { kind: 'parameter', name: parameter[1] as string }
  if (written.startsWith(':')) return colonReason(written)
  const pieces = written.split(PARTS)
  if (DOTS.test(written)) return 'the segments . and .. are not allowed'
  const reason = textReason(pieces.filter((_, i) => i % 2 === 0).join(''))
  if (reason !== undefined) return reason
  if (pieces.length === 1) {
    const text = literal(written)
    return typeof text === 'string' ? { kind: 'text', text } : text.rule
  }
  return readMixed(pieces)
}

function readRegex(name: string, regex: string): PathSegment | string {
  if (regex === '') return 'its regular expression is empty'
  const { problem, size } = tryPattern(regex)
  if (problem) return `its regular expression is invalid (${problem.args.join(' at character ')})`
  if (size > MOST_STEPS) return `its regular expression is too complex (more than ${MOST_STEPS} steps)`
  return { kind: 'regex', name, regex }
}

/** Builds a mixed segment from pieces that alternate between text and parameter names. */
function readMixed(pieces: readonly string[]): PathSegment | string {
  const isTouching = pieces.some((piece, i) => piece === '' && i % 2 === 0 && i > 0 && i < pieces.length - 1)
  if (isTouching) return 'two parameters need text between them'
  const parts: SegmentPart[] = []
  for (const [i, piece] of pieces.entries()) {
    // The letter in front keeps text such as `.` between two parameters from being a segment of its own.
    const text = literal(`x${piece}`)
    if (i % 2 === 1) parts.push({ name: piece })
    else if (typeof text !== 'string') return text.rule
    else if (piece !== '') parts.push({ text: text.slice(1) })
  }
  return { kind: 'mixed', parts }
}

const colonReason = (written: string): string => {
  const [, name, rest] = /^:([A-Za-z_]\w*)(.*)$/s.exec(written) ?? []
  return name === undefined
    ? 'parameter names consist of letters, digits and _, and do not begin with a digit'
    : `a parameter with : must be a whole segment; write {${name}}${rest}`
}

const DOTS = /^\.{1,2}$/

/** What plain text must not contain, in the order checked. */
const unfitText: readonly (readonly [RegExp, string])[] = [
  [/[{}]/, 'write parameters as {name}, with letters, digits and _'],
  [/\*/, 'a star must be a whole segment'],
  [/[?#]/, 'a path must not contain ? or #'],
  [/[\s\p{Cc}\\]/u, 'a path must not contain spaces, control characters or backslashes'],
  [/%(?![\dA-Fa-f]{2})/, 'a percent sign must be followed by two hexadecimal digits'],
]

const textReason = (plain: string): string | undefined => unfitText.find(([pattern]) => pattern.test(plain))?.[1]

/**
 * The text of a segment in the canonical form of request paths, or why no request path has it. Characters beyond ASCII
 * are escaped first, as clients do (RFC 3987).
 */
function literal(written: string): string | PathRefusal {
  const read = canonicalPath(`/${written.replace(BEYOND_ASCII, encodeURIComponent)}`)
  return 'cause' in read ? read : read.path.slice(1)
}

const BEYOND_ASCII = /[^\0-\x7f\ud800-\udfff]|[\ud800-\udbff][\udc00-\udfff]/g
