import type { Contract, Handlers } from './operation.ts'
import type { Collection } from './records/collection.ts'
import type { Static, TSchema } from './schema.ts'
import type { Subject } from './subject.ts'

/** Records that a search finds. */
export type Searched = Pick<Collection, 'resource' | 'scan'>

/** What a slice is once its code is loaded. */
export interface Opened<C extends Contract> {
  /** What its operations do. */
  readonly handlers: Handlers<C>
  /** The records that a search finds, in the order of its results. @default none */
  readonly searched?: readonly Searched[]
  /** Resolves when what it does by itself has ended, once the instance closes. @default at once */
  readonly closed?: () => Promise<unknown>
}

/** How documents speak of a slice. */
export interface Described {
  /**
   * What there is in its contract, by the first word of an operation's name. Operations whose first word is not among these belong to
   * the first.
   */
  readonly tags: Readonly<Record<string, string>>
  /** The schemas that have a name of their own. */
  readonly named: Readonly<Record<string, TSchema>>
  /** What each of those looks like, filled in. */
  readonly examples: Readonly<Record<string, unknown>>
}

/**
 * One part of Signalbox, as a value: what can be asked of it, how documents describe it, and where the code is that answers.
 * `contract.ts` lists all of them; whatever speaks of every part reads that list.
 */
export interface Slice<
  Name extends string = string,
  C extends Contract = Contract,
  // biome-ignore lint/suspicious/noExplicitAny: each slice says by itself what it is opened with
  Parts = any,
  O = unknown,
> extends Described {
  /** The name of its folder. */
  readonly name: Name
  /** Its operations, under their names in the API. */
  readonly contract: C
  /** What it describes beside its operations, each by documents of its own. @default nothing */
  readonly described?: readonly Subject[]
  /** Loads the code that answers, with the first call. */
  readonly open: (parts: Parts) => Promise<O>
}

type Examples<N> = { readonly [K in keyof N]: N[K] extends TSchema ? DeepReadonly<Static<N[K]>> : never }
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/** What an open slice has for others, beside what all have. Declarations would be twice as long with the handlers in them. */
type Beside<C extends Contract, O> = { readonly [K in keyof O as Exclude<K, keyof Opened<C>>]: O[K] }

/** Declares a slice, keeping its exact type: its handlers are those of its contract, and an example fits its schema. */
export const defineSlice = <
  const Name extends string,
  C extends Contract,
  N extends Readonly<Record<string, TSchema>>,
  Parts,
  O extends Opened<C>,
>(
  slice: Slice<Name, C, Parts, O> & { readonly named: N; readonly examples: Examples<N> },
): Slice<Name, C, Parts, Beside<C, O>> => slice

type ToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The operations of several slices, as one contract. */
export type ContractOf<S extends readonly Slice[]> =
  ToIntersection<S[number]['contract']> extends infer C extends Contract ? { readonly [K in keyof C]: C[K] } : never

/** What several slices are opened with. */
export type PartsOf<S extends readonly Slice[]> = ToIntersection<Parameters<S[number]['open']>[0]>

/** What a slice is once it is open. */
export type OpenedOf<S extends Slice> = Awaited<ReturnType<S['open']>>

/** The operations of slices as one contract, in their order. */
export const contractOf = <const S extends readonly Slice[]>(slices: S): ContractOf<S> =>
  Object.assign({}, ...slices.map(({ contract }) => contract))
