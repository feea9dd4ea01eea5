import type { Document, Node, ParsedNode } from 'yaml'
import { isMap, isNode, isSeq, LineCounter, parseAllDocuments } from 'yaml'

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

/**
 * Reads the records of a YAML or JSON text: one record, a list of records, or several YAML documents with either. JSON is
 * parsed as YAML, which contains it, because its errors name a line.
 */
export function readRecords(text: string): ReadRecords {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text.replace(/^\ufeff/, ''), { lineCounter: lines, stringKeys: true })
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (!Array.isArray(documents)) return { values: [], problems: [] }
  const problems = documents.flatMap(({ errors }) =>
    errors.map(({ pos: [offset], message }) => ({ line: lineAt(offset), problem: firstLine(message) })),
  )
  if (problems.length > 0) return { values: [], problems }
  const values: ReadValue[] = []
  for (const document of documents as Document.Parsed[]) {
    const node = document.contents
    if (node === null) continue
    const line = lineAt(node.range[0])
    try {
      const value: unknown = document.toJS({ maxAliasCount: MOST_ALIASES })
      if (value !== null) values.push(...valuesOf(node, value, lineAt))
    } catch (error) {
      problems.push({ line, problem: firstLine((error as Error).message) })
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
