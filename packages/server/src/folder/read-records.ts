import {
  type Document,
  type ErrorCode,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  type Node,
  type ParsedNode,
  parseAllDocuments,
  type YAMLParseError,
} from 'yaml'
import { exactIntegers, LOST_DIGITS } from '../files/exact-yaml.ts'

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
const IN_A_CIRCLE = 'an alias is inside the value that it stands for'
const WRONG_ALIAS = `an alias has no anchor, or the aliases stand for too many values (at most ${MOST_ALIASES})`

/**
 * What is wrong, by the code of the parser. Its own messages quote the file, which may hold secrets, or may be a link to a file
 * that does.
 */
const wrongYaml: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'an alias is invalid',
  BAD_DQ_ESCAPE: 'a text in double quotes has an invalid escape',
  BAD_INDENT: 'the indentation is wrong',
  DUPLICATE_KEY: 'the names of members must be unique',
  MISSING_CHAR: 'a quote, bracket, comma or colon is missing',
  NON_STRING_KEY: 'the name of a member must be a text',
  TAB_AS_INDENT: 'tabs cannot indent',
  UNEXPECTED_TOKEN: 'something unexpected is there',
}

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
  function inWords({ code, message, pos: [offset] }: YAMLParseError): string {
    if (/call stack/.test(message)) return TOO_DEEP
    const words = message.startsWith(LOST_DIGITS) ? LOST_DIGITS : wrongYaml[code]
    return `${words ?? `the YAML is invalid (${code})`}, in column ${lines.linePos(offset).col}`
  }
  if (!Array.isArray(documents)) return { values: [], problems: [] }
  const problems = documents.flatMap(({ errors }) =>
    errors.map((error) => ({ line: lineAt(error.pos[0]), problem: inWords(error) })),
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
      problems.push({ line, problem: error instanceof TypeError ? IN_A_CIRCLE : WRONG_ALIAS })
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
