import type { Cursor } from './cursor.ts'
import { call, type Expression, quoted } from './expression.ts'
import type { Scope } from './scope.ts'

/** Moves on over a text that is written out, and returns it. */
export function textAt(cursor: Cursor, scope: Scope): string {
  const { kind, text } = cursor.peek()
  if (kind !== 'text') return cursor.reject(`${text} where a text is expected`)
  scope.compared(cursor.next().text)
  return text
}

/** Translates a list of texts that are written out, such as `listOf("a", "b")`. */
export function textsIn(cursor: Cursor, scope: Scope): Expression {
  cursor.next()
  cursor.expect('(')
  const texts: string[] = []
  while (cursor.peek().kind === 'text') {
    texts.push(quoted(textAt(cursor, scope)))
    if (!cursor.take(',')) break
  }
  cursor.expect(')')
  return call(`[${texts.join(', ')}]`, 'texts', { isLiteral: true })
}

/** Translates a name that was declared. */
export function nameAt(cursor: Cursor, scope: Scope): Expression {
  const { text } = cursor.peek()
  const found = scope.find(text)
  if (found === undefined) return cursor.reject(text)
  cursor.next()
  return found
}

/** Whether both are texts, or both are booleans, present or not. */
export const sameKind = (one: Expression, other: Expression): boolean =>
  one.type.replace('?', '') === other.type.replace('?', '')

/** Reads a type as it is written, without spaces. */
export function typeAt(cursor: Cursor): string {
  if (cursor.take('(')) {
    cursor.expect(')')
    const arrow = cursor.next().text
    return `()${arrow}${typeAt(cursor)}`
  }
  let type = cursor.word()
  while (cursor.take('.')) type += `.${cursor.word()}`
  for (const [open, close] of ['<>', '[]'] as const)
    if (cursor.take(open as string)) {
      type += `${open}${typeAt(cursor)}${close}`
      cursor.expect(close as string)
    }
  return cursor.take('?') ? `${type}?` : type
}

/** A comment of JavaScript. */
export const comment = (text: string): string => `// ${text}`
