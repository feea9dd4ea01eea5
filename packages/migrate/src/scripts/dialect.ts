import type { Cursor } from './cursor.ts'
import type { Expression, Type } from './expression.ts'
import type { Scope } from './scope.ts'

/** What differs between the two languages. */
export interface Dialect {
  readonly keyword: 'fun' | 'def'
  /** The type of a context, and of a callback. */
  readonly types: { readonly context: string; readonly callback: string }
  /** The packages that a script may import, because they change no meaning. */
  readonly packages: readonly string[]
  /** Reads an expression in so many parentheses. */
  readonly expression: (cursor: Cursor, scope: Scope, depth: number) => Expression
  /** The types of values as they are written. */
  readonly written: Readonly<Record<Type, readonly string[]>>
}
