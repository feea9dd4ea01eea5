import type { CST, Document } from 'yaml'
import { Composer, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml'
import { failure, problem } from '../../errors.ts'
import { MAX_DEPTH } from '../../json.ts'
import { checkExpansion } from './expansion.ts'

/** Maximum depth of the parser's own stack, which uses several levels for one level of the value. */
const MAX_STACK = 3 * MAX_DEPTH

/**
 * YAML 1.2 limited to JSON values, with merge keys. `checkMembers` finds duplicates, since the parser would compare
 * each key with all others.
 */
const settings = { merge: true, uniqueKeys: false, logLevel: 'error', stringKeys: false } as const

/**
 * Parses YAML text with a single document, in time proportional to its length. Throws INVALID for invalid YAML,
 * duplicate members and too deep nesting, and TOO_LARGE if aliases expand it beyond `limit` characters.
 */
export function parseYaml(text: string, limit: number): unknown {
  const lines = new LineCounter()
  const [document, second] = [...new Composer(settings).compose(tokens(text, lines), true, text.length)]
  const [error] = document?.errors ?? []
  if (!document || error) throw notYaml(error?.message ?? 'it is empty', error && lines.linePos(error.pos[0]).line)
  if (second) throw notYaml('it contains a second document', lines.linePos(second.range[0]).line)
  checkMembers(document, lines)
  const value = toValue(document)
  checkExpansion(value, limit)
  return value
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
