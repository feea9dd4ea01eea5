import type { Cursor } from './cursor.ts'
import type { Dialect } from './dialect.ts'
import type { Scope } from './scope.ts'
import { comment, typeAt } from './shared.ts'

/** The callbacks of a script, and their names in JavaScript. */
export type Callbacks = ReadonlyMap<string, string>

/** What statements are read with. */
export interface Reading {
  readonly dialect: Dialect
  readonly callbacks: Callbacks
}

/** Translates the body of the function to lines: a block, or after `=` also one statement. */
export function blockOf(cursor: Cursor, scope: Scope, reading: Reading & { readonly hasEquals: boolean }): string[] {
  const { dialect, hasEquals } = reading
  // In Kotlin, braces after `=` are a function that is never called; in Scala, a body without `=` is of an earlier version.
  if (cursor.peek().text === '{' ? hasEquals === (dialect.keyword === 'fun') : !hasEquals)
    return cursor.reject(`a body that begins with ${cursor.peek().text}`)
  return bodyOf(cursor, scope, reading)
}

/** Translates a block, or a statement without braces. */
function bodyOf(cursor: Cursor, scope: Scope, reading: Reading): string[] {
  if (!cursor.take('{')) return statement(cursor, scope.inner(), reading)
  const inner = scope.inner()
  const lines: string[] = []
  for (;;) {
    while (cursor.take(';')) {}
    if (cursor.peek().text === '}') {
      lines.push(...cursor.comments().map(comment))
      cursor.next()
      return lines
    }
    if (cursor.peek().text === '{') cursor.reject('a block without a condition')
    lines.push(...statement(cursor, inner, reading))
    const { isFirst, text } = cursor.peek()
    if (!isFirst && text !== ';' && text !== '}') cursor.reject(`${text} after a statement`)
  }
}

function statement(cursor: Cursor, scope: Scope, reading: Reading): string[] {
  const before = cursor.comments().map(comment)
  const lines = cursor.take('if')
    ? condition(cursor, scope, reading)
    : cursor.take('val')
      ? declaration(cursor, scope, reading)
      : cursor.peek().text === 'return'
        ? leave(cursor, reading)
        : [decision(cursor, reading)]
  return [...before, ...lines]
}

function condition(cursor: Cursor, scope: Scope, reading: Reading): string[] {
  cursor.expect('(')
  // The parentheses let operators begin a line, as in the language itself.
  const { js, type } = reading.dialect.expression(cursor, scope, 1)
  if (type !== 'boolean') cursor.reject('a condition that is not a Boolean')
  cursor.expect(')')
  const then = bodyOf(cursor, scope, reading)
  const semicolon = cursor.peek().text === ';' && cursor.peek(1).text === 'else'
  if (semicolon) cursor.next()
  const lines = [`if (${js}) {`, ...indented(then)]
  if (!cursor.take('else')) return [...lines, '}']
  const isChained = cursor.peek().text === 'if' && cursor.peek().comments.length === 0
  const otherwise = bodyOf(cursor, scope, reading)
  const [first = '', ...rest] = otherwise
  return isChained && first.startsWith('if ')
    ? [...lines, `} else ${first}`, ...rest]
    : [...lines, '} else {', ...indented(otherwise), '}']
}

const indented = (lines: readonly string[]): string[] => lines.map((line) => `  ${line}`)

function declaration(cursor: Cursor, scope: Scope, { dialect }: Reading): string[] {
  const at = cursor.peek()
  const name = cursor.word()
  const type = cursor.take(':') ? typeAt(cursor) : undefined
  cursor.expect('=')
  const value = dialect.expression(cursor, scope, 0)
  if (value.type === 'null' || value.type === 'test') cursor.reject(`the value of ${name}`, at)
  if (type !== undefined && !dialect.written[value.type].includes(type.split('.').at(-1) as string))
    cursor.reject(`the type ${type} of ${name}`, at)
  const own = scope.declare(name, value) ?? cursor.reject(`a second declaration of ${name}`, at)
  return [`const ${own} = ${value.js}`]
}

function leave(cursor: Cursor, reading: Reading): string[] {
  cursor.next()
  const { isFirst, text } = cursor.peek()
  return isFirst || text === '}' || text === ';' || text === 'else'
    ? ['return']
    : [`return ${decision(cursor, reading)}`]
}

/** Translates the call of a callback. */
function decision(cursor: Cursor, { callbacks }: Reading): string {
  const own = callbacks.get(cursor.peek().text)
  if (own === undefined || cursor.peek().kind !== 'word') return cursor.reject()
  cursor.next()
  cursor.expect('(')
  cursor.expect(')')
  return `${own}()`
}
