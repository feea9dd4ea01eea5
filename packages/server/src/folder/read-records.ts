import type { Document, Node, ParsedNode } from 'yaml'
import { isMap, isNode, isSeq, LineCounter, parseAllDocuments } from 'yaml'
import { exactIntegers } from '../exact-yaml.ts'

/** A value in a file, and where the file has it. */
export interface ReadValue {
  readonly value: unknown
  /** The line, from 1, of the value or of the member at a JSON pointer in it. */
  readonly lineOf: (pointer: string) => number
}

/** What a file of records has, or what is wrong with it. */
export interface ReadRecords {
  readonly values: readonly ReadValue[]
  /** Sentences that begin with a line number. */
  readonly problems: readonly { readonly line: number; readonly problem: string }[]
}

/** The most aliases that a document may expand: enough for people, and too few to exhaust the memory. */
const MOST_ALIASES = 1000

const TOO_DEEP = 'the values are nested too deeply'

/**
 * Reads the records of a YAML or JSON text: one record, a list of records, or several YAML documents with either. JSON is
 * parsed as YAML, which contains it, because its errors name a line.
 */
export function readRecords(text: string): ReadRecords {
  try {
    return parsed(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { values: [], problems: [{ line: 1, problem: TOO_DEEP }] }
  }
}

function parsed(text: string): ReadRecords {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text.replace(/^\ufeff/, ''), {
    lineCounter: lines,
    stringKeys: true,
    ...exactIntegers,
  })
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (!Array.isArray(documents)) return { values: [], problems: [] }
  const problems = documents.flatMap(({ errors }) =>
    errors.map(({ pos: [offset], message }) => ({
      line: lineAt(offset),
      problem: /call stack/.test(message) ? TOO_DEEP : firstLine(message),
    })),
  )
  if (problems.length > 0) return { values: [], problems }
  const values: ReadValue[] = []
  for (const document of documents as Document.Parsed[]) {
    const node = document.contents
    if (node === null) continue
    const line = lineAt(node.range[0])
    try {
      const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES })
      JSON.stringify(value) // throws for an alias of a value that it is in
      if (value !== null) values.push(...valuesOf(node, value, lineAt))
    } catch (error) {
      if (error instanceof RangeError) throw error
      const isCircle = error instanceof TypeError
      problems.push({
        line,
        problem: isCircle ? 'an alias is inside the value that it stands for' : firstLine((error as Error).message),
      })
    }
  }
  return problems.length > 0 ? { values: [], problems } : { values, problems }
}

function valuesOf(node: ParsedNode, value: unknown, lineAt: (offset: number) => number): ReadValue[] {
  const of = (one: Node, value: unknown): ReadValue => ({
    value,
    lineOf: (pointer) => lineAt(nodeAt(one, pointer).range?.[0] ?? 0),
  })
  if (!Array.isArray(value) || !isSeq(node)) return [of(node, value)]
  return value.map((item, i) => of(node.items[i] as Node, item))
}

/** The node of the member at a pointer, or the deepest one on the way to it. */
function nodeAt(node: Node, pointer: string): Node {
  let found = node
  for (const name of pointer.split('/').slice(1)) {
    const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
    const next: unknown = isMap(found) ? found.get(key, true) : isSeq(found) ? found.get(Number(key), true) : undefined
    if (!isNode(next)) return found
    found = next
  }
  return found
}

/** The first line of a message: the lines after it quote the file, which may hold secrets. */
const firstLine = (message: string): string =>
  (message.split('\n')[0] ?? '').replace(/( at line \d+, column \d+)?:?$/, '')
