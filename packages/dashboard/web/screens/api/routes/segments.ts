import { matchHere } from '../../../match/match-here.ts'

/** The start of a segment with a regular expression, which may contain slashes. */
const REGEX_START = /^\$[A-Za-z_]\w*</

/** Splits a route path into segments as written; empty ones are dropped. */
export function segmentsOf(path: string): string[] {
  const segments: string[] = []
  for (let rest = path; rest !== ''; ) {
    const end = endOf(rest)
    if (end > 0) segments.push(rest.slice(0, end))
    rest = rest.slice(end + 1)
  }
  return segments
}

function endOf(rest: string): number {
  const close = REGEX_START.test(rest) ? rest.search(/>(\/|$)/) : -1
  if (close >= 0) return close + 1
  const slash = rest.indexOf('/')
  return slash < 0 ? rest.length : slash
}

/** A segment as a request may have it, with the parameters that it gives. */
export interface Example {
  readonly text: string
  readonly params: Readonly<Record<string, string>>
}

/** An example of what a segment of a route path matches. Reads a signal, as `matchHere` does. */
export function exampleOf(segment: string, isLast: boolean): Example {
  if (segment === '*') return { text: isLast ? 'a/b' : 'any', params: {} }
  const [, named, regex] = /^\$([A-Za-z_]\w*)<(.*)>$/s.exec(segment) ?? []
  if (named !== undefined) return parameter(named, matching(regex as string) ?? `{${named}}`)
  const [, whole] = /^:([A-Za-z_]\w*)$/.exec(segment) ?? []
  if (whole !== undefined) return parameter(whole, valueFor(whole))
  const params: Record<string, string> = {}
  const text = segment.replace(/\{([A-Za-z_]\w*)\}/g, (_, name: string) => {
    params[name] = valueFor(name)
    return params[name]
  })
  return { text, params }
}

const parameter = (name: string, text: string): Example => ({ text, params: { [name]: text } })

/** A value that a parameter of this name may have. */
const valueFor = (name: string): string => (/id$|no$|num|page/i.test(name) ? '42' : name.toLowerCase())

const candidates = ['42', '2027', 'abc', 'ABC', 'a1', '1.0', 'v1', 'a-b']

/** A short text that an expression matches as a whole; `undefined` if none is known. */
function matching(regex: string): string | undefined {
  const matches = matchHere(regex, 'whole')
  return matches && candidates.find(matches)
}
