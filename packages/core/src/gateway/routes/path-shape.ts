/** The start of a segment with a regular expression, which may contain slashes. */
const REGEX_START = /^\$[A-Za-z_]\w*</

/** Splits a path into segments as written; empty ones are dropped. */
export function splitPath(path: string): string[] {
  const segments: string[] = []
  for (let rest = path; rest !== ''; ) {
    const end = endOfSegment(rest)
    if (end > 0) segments.push(rest.slice(0, end))
    rest = rest.slice(end + 1)
  }
  return segments
}

function endOfSegment(rest: string): number {
  if (REGEX_START.test(rest)) {
    const close = rest.search(/>(\/|$)/)
    if (close >= 0) return close + 1
  }
  const slash = rest.indexOf('/')
  return slash < 0 ? rest.length : slash
}

/**
 * The shapes of a path's segments, without the names of parameters. A star that is not at the end has the shape of a
 * parameter.
 */
export function shapesOf(path: string): string[] {
  const segments = splitPath(path)
  return segments.map((segment, i) => (segment === '*' && i === segments.length - 1 ? '*' : shapeOfSegment(segment)))
}

/** The shapes as one text: equal for two paths that take the same requests, apart from a trailing slash. */
export const shapeOf = (path: string): string => ['', ...shapesOf(path)].join('/')

const shapeOfSegment = (segment: string): string => {
  if (segment === '*' || /^(:\w+|\{\w+\})$/.test(segment)) return ':'
  const [, regex] = /^\$\w+<(.*)>$/s.exec(segment) ?? []
  return regex === undefined ? segment.replace(/\{\w+\}/g, '{}') : `$<${regex}>`
}
