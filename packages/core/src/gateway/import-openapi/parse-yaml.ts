import type { CST, Document } from 'yaml'
import { Composer, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml'
import { failure, problem } from '../../errors.ts'
import { MAX_DEPTH } from '../../json.ts'
import { checkExpansion } from './expansion.ts'

/** How deep the parser's own stack may be: some levels of it are one of the value. */
const MAX_STACK = 3 * MAX_DEPTH

/** YAML 1.2 as JSON has it, with merge keys. Members are looked at here: the parser would hold each against all others. */
const settings = { merge: true, uniqueKeys: false, logLevel: 'error', stringKeys: false } as const

/**
 * A value from YAML text of one document. INVALID for what is no YAML, for a member named twice, for nesting that no value may have, and for
 * aliases that make more than `limit` characters of it. Takes time in proportion to the text.
 */
export function parseYaml(text: string, limit: number): unknown {
  const lines = new LineCounter()
  const [document, second] = [...new Composer(settings).compose(tokens(text, lines), true, text.length)]
  const [error] = document?.errors ?? []
  if (!document || error) throw notYaml(error?.message ?? 'it is empty', error && lines.linePos(error.pos[0]).line)
  if (second) throw notYaml('it has a second document', lines.linePos(second.range[0]).line)
  checkMembers(document, lines)
  const value = toValue(document)
  checkExpansion(value, limit)
  return value
}

/** The tokens of a text, no further than it is nested too deep. */
function* tokens(text: string, lines: LineCounter): Generator<CST.Token> {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme)
    if (parser.stack.length > MAX_STACK)
      throw failure('INVALID', `The text is nested deeper than ${MAX_DEPTH} levels`, problem('error.depth'))
  }
  yield* parser.end()
}

/** Refuses a mapping that names a member twice: one would be lost. */
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
            `The member ${name.slice(0, 100)} is named twice in one object${place}`,
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
    throw notYaml(cause instanceof Error ? cause.message : 'an alias leads nowhere')
  }
}

const notYaml = (reason: string, line?: number) =>
  failure(
    'INVALID',
    `The text is not YAML${line === undefined ? '' : ` in line ${line}`}: ${(reason.split('\n')[0] ?? '').slice(0, 200)}`,
    problem('error.yaml'),
  )
