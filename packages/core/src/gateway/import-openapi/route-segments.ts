/** Why no route can express a path; continues the sentence "The path …". */
export interface Unfit {
  readonly unfit: string
}

/** Finds where an operation declares a parameter of this name. */
export type FindParameter = (name: string) => 'path' | 'query' | 'header' | undefined

/** The path of a route, and notes on how it differs from the document. */
interface RouteSegments {
  readonly path: string
  readonly notes: readonly string[]
}

/**
 * Converts the segments of a document's path to segments of a route:
 *
 * | document | route |
 * |---|---|
 * | `{id}`, and `:id` if declared as a parameter | `:id` |
 * | `{Sid}.json`, `{name}:cancel` | the same, a segment of text and parameters |
 * | `{proxy+}`, `{+path}`, `{path*}` at the end | `*`, everything that follows |
 * | text with a star, or with a leading colon | `$text<…>`, an expression for that text |
 */
export function toRouteSegments(written: string, find: FindParameter): RouteSegments | Unfit {
  const segments = written.replace(/^\//, '').split('/')
  const names = new Set<string>()
  const isEmpty = (segment: string, i: number) => segment === '' && i < segments.length - 1
  const result: string[] = []
  for (const [i, segment] of segments.entries()) {
    if (isEmpty(segment, i)) continue
    const one = toSegment(segment, { find, names, isLast: i === segments.length - 1 })
    if (typeof one === 'object') return one
    result.push(one)
  }
  return {
    path: `/${result.join('/')}`,
    notes: [
      ...(written.startsWith('/') ? [] : ['a leading slash is added']),
      ...(segments.some(isEmpty) ? ['consecutive slashes count as one'] : []),
    ],
  }
}

/** The context of a segment. */
interface Around {
  readonly find: FindParameter
  /** Parameter names already used in the path. */
  readonly names: Set<string>
  readonly isLast: boolean
}

/** A parameter that may contain slashes, as written by AWS and RFC 6570. */
const SPANNING = /^(\+.*|.+[+*])$/
/** The other operators of RFC 6570, section 2.2. */
const OPERATOR = /^[#./;?&=,!@|]/

function toSegment(segment: string, { find, names, isLast }: Around): string | Unfit {
  if (/^\.{1,2}$/.test(segment)) return { unfit: 'has a segment . or .., which requests do not have' }
  const colon = /^:(\w+)$/.exec(segment)?.[1]
  if (colon !== undefined && find(colon) === 'path') return `:${toName(colon, names)}`
  const pieces = segment.split(/\{([^{}]*)\}/)
  const texts = pieces.filter((_, i) => i % 2 === 0)
  const parameters = pieces.filter((_, i) => i % 2 === 1)
  if (texts.some((text) => /[{}]/.test(text))) return { unfit: 'has an unmatched brace' }
  if (parameters.some((one) => OPERATOR.test(one)))
    return { unfit: 'has a parameter with an operator that routes do not support' }
  if (parameters.some((one) => SPANNING.test(one)))
    return isLast && segment.startsWith('{') && pieces.length === 3 && pieces[2] === ''
      ? '*'
      : { unfit: 'has a parameter that spans several segments, but not at its end' }
  if (segment.startsWith(':') || texts.some((text) => text.includes('*')) || /^\$[A-Za-z_]\w*</.test(segment))
    return `$${toName(parameters[0] ?? 'text', names)}<${texts.map(escapeRegex).join('.+')}>`
  return toMixed(withoutTouching(pieces), names)
}

/** Joins parameters that have no text between them into one. */
function withoutTouching(pieces: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (const [i, piece] of pieces.entries()) {
    if (i % 2 === 0 && piece === '' && i > 0 && i < pieces.length - 1) continue
    if (joined.length % 2 === 0 && i % 2 === 1) joined.push(`${joined.pop()}_${piece}`)
    else joined.push(piece)
  }
  return joined
}

function toMixed(pieces: readonly string[], names: Set<string>): string {
  const [first = '', name = '', last = ''] = pieces
  if (pieces.length === 3 && first === '' && last === '') return `:${toName(name, names)}`
  return pieces.map((piece, i) => (i % 2 === 0 ? encodeText(piece) : `{${toName(piece, names)}}`)).join('')
}

/** Makes a parameter name: letters, digits and `_`, without a leading digit, unique in the path. */
function toName(wanted: string, names: Set<string>): string {
  const fit = wanted.replace(/[^A-Za-z\d_]/g, '_').replace(/^(?![A-Za-z_])/, '_')
  let name = fit
  for (let n = 2; names.has(name); n++) name = `${fit}_${n}`
  names.add(name)
  return name
}

/** Percent-encodes text the way requests carry it. */
const encodeText = (text: string): string =>
  text.replace(/%(?![\dA-Fa-f]{2})/g, '%25').replace(/[\s\p{Cc}\\]/gu, (character) => `%${hex(character)}`)

const hex = (character: string): string =>
  [...new TextEncoder().encode(character)].map((byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('%')

const escapeRegex = (text: string): string => text.replace(/[.*+?^${}()|[\]\\<>]/g, '\\$&')
