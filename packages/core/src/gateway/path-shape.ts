/** What begins a segment with an expression, which may hold slashes. */
const REGEX_START = /^\$[A-Za-z_]\w*</

/** The segments of a path as they are written, empty ones left out. */
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

/** What the segments of a path take, whatever their parameters are called; a star that is not at the end takes what a parameter takes. */
export function shapesOf(path: string): string[] {
  const segments = splitPath(path)
  return segments.map((segment, i) => (segment === '*' && i === segments.length - 1 ? '*' : shapeOfSegment(segment)))
}

/** The same as one text: what tells the requests of a path from others, but for a slash at its end. */
export const shapeOf = (path: string): string => ['', ...shapesOf(path)].join('/')

const shapeOfSegment = (segment: string): string => {
  if (segment === '*' || /^(:\w+|\{\w+\})$/.test(segment)) return ':'
  const [, regex] = /^\$\w+<(.*)>$/s.exec(segment) ?? []
  return regex === undefined ? segment.replace(/\{\w+\}/g, '{}') : `$<${regex}>`
}
