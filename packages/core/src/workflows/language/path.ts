import { failed } from '../runs/failure.ts'

/** The path to a value: a name in memory, then members of objects and indexes of lists. */
export type Path = readonly string[]

/** A parsed text: literal parts and paths. */
export type Template = readonly (string | Path)[]

/**
 * Parses a text: `${path}` looks up a value, and `$${` is a literal `${`. A path consists of names joined by dots; a
 * number, also in brackets, selects an element of a list; any other name can be written in brackets and quotes:
 * `name[0]["odd key"]`. Throws `error.workflow.path` for an invalid path.
 */
export function parseTemplate(text: string): Template {
  const parts: (string | Path)[] = []
  let literal = ''
  let at = 0
  while (at < text.length) {
    const next = text.indexOf('${', at)
    if (next < 0) break
    if (next > at && text[next - 1] === '$') {
      literal += `${text.slice(at, next - 1)}\${`
      at = next + 2
      continue
    }
    literal += text.slice(at, next)
    const { path, end } = parsePath(text, next + 2)
    if (literal) parts.push(literal)
    parts.push(path)
    literal = ''
    at = end
  }
  literal += text.slice(at)
  if (literal) parts.push(literal)
  return parts
}

const plainName = /[^\s.[\]{}"]+/y
const index = /\[(0|[1-9]\d*)\]/y
const quotedName = /\["((?:[^"\\]|\\.)*)"\]/sy

/** Parses a path from after its `${` to after its `}`. */
function parsePath(text: string, start: number): { path: Path; end: number } {
  const path: string[] = []
  let at = start
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(text)
    if (!found) return undefined
    at = pattern.lastIndex
    return found[1] ?? found[0]
  }
  const unreadable = () => {
    const written = asWritten(text, start)
    return failed(
      'path',
      `The path ${written} is invalid: write \${name.member[0]["odd key"]}, an operator such as {"$add": […]} to compute a value, or $\${ for a literal \${`,
      written,
    )
  }
  for (;;) {
    const quoted = text[at] === '[' ? take(quotedName) : undefined
    const name = quoted === undefined ? (path.length > 0 && take(index)) || takePlain() : unquote(quoted)
    if (name === undefined) throw unreadable()
    path.push(name)
    if (text[at] === '}') return { path, end: at + 1 }
  }

  function takePlain(): string | undefined {
    if (path.length > 0 && text[at++] !== '.') return undefined
    return take(plainName)
  }
  function unquote(name: string): string {
    try {
      return JSON.parse(`"${name}"`) as string
    } catch (cause) {
      throw Object.assign(unreadable(), { cause })
    }
  }
}

/** Returns a path as it is written, including its delimiters; cut off if it is long or not terminated. */
function asWritten(text: string, start: number): string {
  const end = text.indexOf('}', start)
  const path = text.slice(start - 2, end < 0 ? undefined : end + 1)
  return path.length > LONGEST_SHOWN ? `${path.slice(0, LONGEST_SHOWN)}…` : path
}

const LONGEST_SHOWN = 48
