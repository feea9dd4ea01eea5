/**
 * What an expression has: the context; a JSON value that may be absent (`node`); such a value of which an absent one has an
 * empty text (`path`); a text or boolean that is there or may be absent (`text?`, `boolean?`); a list of texts; a function
 * that tells whether it accepts a text (`test`); a callback of the script; or nothing (`null`).
 */
export type Type =
  | 'context'
  | 'node'
  | 'path'
  | 'text'
  | 'text?'
  | 'boolean'
  | 'boolean?'
  | 'texts'
  | 'test'
  | 'callback'
  | 'null'

/** A translated expression. In JavaScript, what is absent is `undefined`. */
export interface Expression {
  readonly js: string
  readonly type: Type
  /** How closely its parts are bound, from `binds`. */
  readonly binds: number
  /** The members of the context that lead to a `node` or `path`. */
  readonly path?: readonly string[]
  /** Whether it is written out, so that it does not depend on anything. @default false */
  readonly isLiteral?: boolean
  /** How the same question is asked of a value that may be absent. Absent where that is not possible. */
  readonly directly?: Direct
}

/** A question about one operand, which can also be asked of a value that may be absent. */
export interface Direct {
  /** The operand. */
  readonly of: string
  /** Writes the question about another operand. Its answer is `undefined` for an absent one if it `mayBeAbsent`, else false. */
  readonly write: (value: string) => string
  readonly mayBeAbsent: boolean
  readonly binds: number
}

/** Precedences of JavaScript. `??` cannot stand beside `||` and `&&`, so it binds least. */
export const binds = { coalesce: 1, or: 2, and: 3, equal: 4, not: 5, call: 6 } as const

/** The text of an expression as a part of another one, in parentheses if it binds less. */
export const within = ({ js, binds: own }: Pick<Expression, 'js' | 'binds'>, least: number): string =>
  own < least ? `(${js})` : js

/** Writes a call, a name or a literal. */
export const call = (js: string, type: Type, more: Partial<Expression> = {}): Expression => ({
  js,
  type,
  binds: binds.call,
  ...more,
})

/** Writes two operands with an operator between them. */
export function infix(left: Expression, operator: '&&' | '||' | '===' | '!==' | '??', right: Expression): Expression {
  const own = { '&&': binds.and, '||': binds.or, '===': binds.equal, '!==': binds.equal, '??': binds.coalesce }[
    operator
  ]
  // `&&` and `||` take their own kind on the left. `??` cannot stand beside them.
  const [least, leastRight] =
    operator === '??' ? [binds.equal, binds.equal] : [operator === '&&' || operator === '||' ? own : own + 1, own + 1]
  return {
    js: `${within(left, least)} ${operator} ${within(right, leastRight)}`,
    type: operator === '??' ? right.type : 'boolean',
    binds: own,
  }
}

/** Writes a negation. */
export const not = (operand: Expression): Expression => ({
  js: `!${within(operand, binds.not)}`,
  type: 'boolean',
  binds: binds.not,
})

/** A text of JavaScript. */
export const quoted = (text: string): string => JSON.stringify(text)

/** Writes a call of a method of texts that answers with a boolean. */
export function ask(text: Expression, method: string, argument: Expression, safely = false): Expression {
  const rest = `${method}(${argument.js})`
  return call(`${within(text, binds.call)}${safely ? '?.' : '.'}${rest}`, safely ? 'boolean?' : 'boolean', {
    ...(argument.isLiteral && {
      directly: { of: text.js, write: (value) => `${value}?.${rest}`, mayBeAbsent: true, binds: binds.call },
    }),
  })
}

/** Writes whether a list has a text. */
export const listHas = (list: Expression, text: Expression): Expression => {
  const has = (value: string) => `${within(list, binds.call)}.includes(${value})`
  return call(has(text.js), 'boolean', {
    ...(list.isLiteral && { directly: { of: text.js, write: has, mayBeAbsent: false, binds: binds.call } }),
  })
}

/** The methods of texts in both languages, and in JavaScript. */
export const textMethods = {
  contains: 'includes',
  startsWith: 'startsWith',
  endsWith: 'endsWith',
} as const satisfies Record<string, string>
