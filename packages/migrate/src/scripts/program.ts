import { type Cursor, cursorOf } from './cursor.ts'
import type { Dialect } from './dialect.ts'
import { helpers } from './helpers.ts'
import { kotlinExpression } from './kotlin.ts'
import { scalaExpression } from './scala.ts'
import { createScope, type Scope, type Used } from './scope.ts'
import { comment, typeAt } from './shared.ts'
import { blockOf, type Callbacks } from './statements.ts'
import { type Language, tokensOf } from './tokens.ts'
import { kotlinTypes, scalaTypes } from './type-names.ts'

const dialects: Readonly<Record<Language, Dialect>> = {
  kotlin: {
    keyword: 'fun',
    types: { context: 'JsonNode', callback: '()->Unit' },
    packages: ['com.fasterxml.jackson.databind.', 'play.libs.', 'play.api.libs.'],
    expression: (cursor, scope, depth) => kotlinExpression(cursor, scope, depth),
    written: kotlinTypes,
  },
  scala: {
    keyword: 'def',
    types: { context: 'JsObject', callback: '()=>Unit' },
    packages: ['play.api.libs.', 'scala.concurrent.'],
    expression: (cursor, scope, depth) => scalaExpression(cursor, scope, { depth }),
    written: scalaTypes,
  },
}

/** Translates a script to JavaScript. Throws `Untranslated` for the first part that it does not know. */
export function translateProgram(source: string, language: Language): { readonly script: string; readonly used: Used } {
  const dialect = dialects[language]
  const cursor = cursorOf(tokensOf(source, language))
  const scope = createScope()
  imports(cursor, dialect)
  const before = cursor.comments()
  cursor.expect(dialect.keyword)
  if (cursor.peek().text !== 'enabled') cursor.reject(`the function ${cursor.peek().text}; only enabled is called`)
  cursor.next()
  const { parameters, callbacks } = header(cursor, scope, dialect)
  const body = blockOf(cursor, scope, { dialect, callbacks, hasEquals: cursor.take('=') })
  if (cursor.peek().kind !== 'end') cursor.reject(`${cursor.peek().text} after the function`)
  const after = cursor.comments()
  const lines = [
    ...before.map(comment),
    `function enabled(${parameters.join(', ')}) {`,
    ...body.map((line) => `  ${line}`),
    ...after.map(comment),
    '}',
  ]
  const { used } = scope
  const added = [...used.helpers].map((name) => `\n${helpers[name]}\n`)
  return { script: `${lines.join('\n')}\n${added.join('')}`, used }
}

/** Skips imports. Imports of unknown packages could change what names mean. */
function imports(cursor: Cursor, { packages }: Dialect): void {
  while (cursor.take('import')) {
    const { line } = cursor.peek()
    let path = ''
    while (cursor.peek().line === line && cursor.peek().kind !== 'end' && !cursor.take(';')) path += cursor.next().text
    const isKnown = packages.some((name) => path.startsWith(name)) && !path.includes('=>')
    if (!isKnown) cursor.reject(`the import of ${path}`)
  }
}

/** Reads the parameters and the type of the result. */
function header(cursor: Cursor, scope: Scope, { types, keyword }: Dialect) {
  const names: string[] = []
  const parameters: string[] = []
  cursor.expect('(')
  do {
    const name = cursor.word()
    cursor.expect(':')
    const type = typeAt(cursor)
    const at = parameters.length
    const wanted = at === 0 ? types.context : types.callback
    // The last parameter makes HTTP calls, which are not translated: its name is unknown in the function.
    if (at < 3 && type.split('.').at(-1) !== wanted) cursor.reject(`a parameter of the type ${type}`)
    if (at > 3) cursor.reject('a fifth parameter')
    const own = at === 3 ? name : scope.declare(name, { type: at === 0 ? 'context' : 'callback', path: [] })
    parameters.push(own ?? cursor.reject(`a second parameter ${name}`))
    names.push(name)
  } while (cursor.take(','))
  cursor.expect(')')
  if (names.length < 3) cursor.reject('a function without both callbacks')
  if (keyword === 'def' && cursor.take('(')) {
    cursor.expect('implicit')
    while (!cursor.take(')')) cursor.next().kind === 'end' && cursor.reject()
  }
  if (cursor.take(':') && typeAt(cursor) !== 'Unit') cursor.reject('a function with a result')
  const callbacks: Callbacks = new Map([1, 2].map((at) => [names[at] as string, parameters[at] as string]))
  return { parameters: parameters.slice(0, 3), callbacks }
}
