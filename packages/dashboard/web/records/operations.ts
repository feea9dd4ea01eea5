import { api } from '../calls/api.ts'
import type { Because } from '../confirm/because.ts'
import { definitionOf, type Kind } from '../kinds/kinds.ts'
import { showCredential } from '../notices/show-credential.ts'
import { takeSecret } from '../notices/shown-once.ts'
import type { Writing } from '../saving/editing-ports.ts'
import { type AnyRecord, idOf } from '../values/id-of.ts'

/** The operations that every kind has, for code that works with records of any kind. */
export interface Operations {
  get(input: { id: string }): Promise<AnyRecord>
  create(input: { body: AnyRecord }, options?: Because): Promise<AnyRecord>
  patch(input: { id: string; body: unknown; force?: true }, options?: Writing): Promise<AnyRecord>
  replace(input: { id: string; body: AnyRecord; force?: true }, options?: Writing): Promise<AnyRecord>
  delete(input: { id: string; force?: true }, options?: Writing): Promise<AnyRecord>
  /** Absent for records that others depend on, such as APIs. */
  readonly deleteMany?: (
    input: { pattern: string; force?: true },
    options?: Because,
  ) => Promise<{ readonly count: number }>
  list(input: { pattern: string; pageSize: number }): Promise<{
    readonly results: readonly AnyRecord[]
    readonly metadata: { readonly count: number }
  }>
  export(input: object): Promise<AsyncIterable<AnyRecord>>
  import(
    input: { body: readonly object[]; strategy: 'Keep' | 'Replace'; dryRun: boolean },
    options?: { signal?: AbortSignal } & Because,
  ): Promise<{ readonly success: number; readonly errors: { readonly errors: readonly Problem[] } }>
}

/** What is wrong with an uploaded line. */
export interface Problem {
  readonly message: string
  readonly args: readonly string[]
}

/** The operations of a kind. A secret that an answer has is shown to the user and removed from the answer. */
export function operationsOf(kind: Kind): Operations {
  const { operations, secret } = definitionOf(kind)
  const all = operations({ api, showCredential }) as Operations
  if (!secret) return all
  const taken = (answer: AnyRecord) => takeSecret(answer, idOf(answer), secret)
  return {
    ...all,
    create: (...input) => all.create(...input).then(taken),
    patch: (...input) => all.patch(...input).then(taken),
    replace: (...input) => all.replace(...input).then(taken),
  }
}
