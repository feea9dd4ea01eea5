import { Composer, type CST, type Document, isPair, isScalar, isSeq, Lexer, LineCounter, Parser, visit } from 'yaml'
import { failure, problem } from '../../machine/errors/errors.ts'
import { escapePointer, MAX_DEPTH } from '../../machine/json/json.ts'
import { checkExpansion } from './expansion.ts'

/** Maximum depth of the parser's own stack, which uses several levels for one level of the value. */
const MAX_STACK = 3 * MAX_DEPTH

/**
 * YAML 1.2 limited to JSON values, with merge keys. `checkMembers` finds duplicates, since the parser would compare
 * each key with all others.
 */
const settings = { merge: true, uniqueKeys: false, logLevel: 'error', stringKeys: false } as const

/** The value of a text, and the JSON pointers of its integers whose digits were changed; of very many only the first. */
export interface ParsedText {
  readonly value: unknown
  readonly changed: readonly string[]
}

/**
 * Parses YAML text with a single document, in time proportional to its length. Throws INVALID for invalid YAML,
 * duplicate members and too deep nesting, and TOO_LARGE if aliases expand it beyond `limit` characters.
 */
export function parseYaml(text: string, limit: number): ParsedText {
  const lines = new LineCounter()
  const [document, second] = [...new Composer(settings).compose(tokens(text, lines), true, text.length)]
  const [error] = document?.errors ?? []
  if (!document || error) throw notYaml(error?.message ?? 'it is empty', error && lines.linePos(error.pos[0]).line)
  if (second) throw notYaml('it contains a second document', lines.linePos(second.range[0]).line)
  checkMembers(document, lines)
  const value = toValue(document)
  checkExpansion(value, limit)
  return { value, changed: MANY_DIGITS.test(text) ? changedIn(document) : [] }
}

/** Shorter integers are exact, in hexadecimal, too. */
const MANY_DIGITS = /[\da-f]{14}/i

/** The most reported integers. */
const MOST_CHANGED = 100

/** The pointers of integers whose digits were changed. Integers that aliases repeat are reported once. */
function changedIn(document: Document): string[] {
  const found: string[] = []
  visit(document, {
    Scalar(key, { value, source = '' }, path) {
      if (typeof value !== 'number' || key === 'key' || !/^([-+]?\d+|0x[\da-f]+|0o[0-7]+)$/i.test(source))
        return undefined
      if (String(BigInt(source)) !== String(value)) found.push(pointerOf(path, key))
      return found.length < MOST_CHANGED ? undefined : visit.BREAK
    },
  })
  return found
}

/** The JSON pointer of a node, from the nodes around it and its place in the innermost list. */
function pointerOf(path: readonly unknown[], last: unknown): string {
  const steps = path.flatMap((node, i) => {
    if (isPair(node)) return [String(isScalar(node.key) ? node.key.value : node.key)]
    return isSeq(node) ? [String(i + 1 < path.length ? node.items.indexOf(path[i + 1]) : last)] : []
  })
  return steps.map((step) => `/${escapePointer(step)}`).join('')
}

/** The tokens of a text. Throws INVALID as soon as the nesting is too deep. */
function* tokens(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > MAX_STACK)
      throw failure('INVALID', `The text is nested deeper than ${MAX_DEPTH} levels: flatten it`, problem('error.depth'))
  }
  yield* parser.end()
}

/** Throws INVALID for a mapping with a duplicate member, since one of the two would be lost. */
function checkMembers(document: Document, lines: LineCounter): void {
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue
        const name = String(key.value)
        if (names.has(name)) {
          const place = key.range ? ` in line ${lines.linePos(key.range[0]).line}` : ''
          throw failure(
            'INVALID',
            `The member ${name.slice(0, 100)} appears twice in one object${place}`,
            problem('error.json.duplicate', name),
          )
        }
        names.add(name)
      }
    },
  })
}

function toValue(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: -1 })
  } catch (cause) {
    throw notYaml(cause instanceof Error ? cause.message : 'an alias has no anchor')
  }
}

const notYaml = (reason: string, line?: number) =>
  failure(
    'INVALID',
    `The text is not valid YAML${line === undefined ? '' : ` in line ${line}`}: ${(reason.split('\n')[0] ?? '').slice(0, 200)}`,
    problem('error.yaml'),
  )
