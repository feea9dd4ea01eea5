import { type DomainOfKind, type Domains, readDomains } from './machine/callers/domains.ts'
import type { Subject } from './machine/calls/description.ts'
import type { EventTables, EventTypeIn } from './machine/log/event-of.ts'
import type { Collection } from './machine/records/collection.ts'
import type { IndexedKind } from './machine/records/keep-indexes.ts'
import type { Resource } from './machine/records/resource.ts'
import type { Static, TSchema } from './machine/schema/schema.ts'
import type { Contract, Handlers } from './operation.ts'

/** Records that a search looks through, and that snapshots of sinks have. */
export type Searched = Pick<Collection, 'resource' | 'scan' | 'get'>

/** A slice whose code is loaded. */
export interface Opened<C extends Contract> {
  /** The implementation of its operations. */
  readonly handlers: Handlers<C>
  /** The records that a search looks through, in the order of its results. @default none */
  readonly searched?: readonly Searched[]
  /** Resolves when its background work has ended, after the instance was closed. @default at once */
  readonly closed?: () => Promise<unknown>
}

type Schemas = Readonly<Record<string, TSchema>>

/**
 * One part of Signalbox as a value: its operations, its records and events, its documentation, and how to load its
 * code. `contract.ts` lists all slices; code that concerns every part reads that list.
 */
export interface Slice<
  Name extends string = string,
  C extends Contract = Contract,
  // biome-ignore lint/suspicious/noExplicitAny: each slice declares the type of its parts
  Parts = any,
  O = unknown,
  K = unknown,
  E = unknown,
> {
  /** The name of its folder. */
  readonly name: Name
  /** Its operations, by their names in the API. */
  readonly contract: C
  /** What it describes besides its operations, each in documents of its own. @default nothing */
  readonly described?: readonly Subject[]
  /** Its kinds of records. Each is a domain of grants and events. @default none */
  readonly kinds?: readonly (DomainOfKind & IndexedKind)[]
  /**
   * Whether data planes serve its records: then its writes wait until the data planes of this process have applied them.
   * @default false
   */
  readonly isServed?: true
  /** The payloads of its events that concern no single record, by event type. @default none */
  readonly emits?: Schemas
  /**
   * Descriptions of its groups of operations, by the first word of an operation's name. Operations with another first
   * word belong to the first group.
   */
  readonly tags: Readonly<Record<string, string>>
  /** The schemas that have a name of their own in documents. @default none */
  readonly named?: Schemas
  /** An example of each named schema. */
  readonly examples?: Readonly<Record<string, unknown>>
  /** Loads its code, with the first call. */
  readonly open: (parts: Parts) => Promise<O>
  /** Types only: the records of its kinds, and the payloads it emits. */
  readonly '~shows'?: { readonly kinds: K; readonly emitted: E }
}

type Examples<N> = { readonly [K in keyof N]: N[K] extends TSchema ? DeepReadonly<Static<N[K]>> : never }
type DeepReadonly<T> = T extends object ? { readonly [K in keyof T]: DeepReadonly<T[K]> } : T

/**
 * What an open slice offers to other slices, besides its handlers. With the handlers, declarations would be twice as
 * long.
 */
type Beside<C extends Contract, O> = { readonly [K in keyof O as Exclude<K, keyof Opened<C>>]: O[K] }

type KindsOf<K extends readonly Resource[]> = {
  readonly [R in K[number] as R['domain']]: { readonly events: R['events']; readonly record: Static<R['schema']> }
}
type EmittedOf<E extends Schemas> = { readonly [T in keyof E]: Static<E[T]> }

/** The declaration of a slice. */
interface Declared<C extends Contract, K, E, N> {
  readonly contract: C
  readonly kinds?: K
  readonly emits?: E
  readonly named?: N
  readonly examples?: Examples<N>
}

/** Declares a slice and keeps its exact type: its handlers must fit its contract, and its examples their schemas. */
export const defineSlice = <
  const Name extends string,
  C extends Contract,
  Parts,
  O extends Opened<C>,
  const K extends readonly Resource[] = readonly [],
  const E extends Schemas = Record<never, never>,
  const N extends Schemas = Record<never, never>,
>(
  slice: Omit<Slice<Name, C, Parts, O>, keyof Declared<C, K, E, N>> & Declared<C, K, E, N>,
): Slice<Name, C, Parts, Beside<C, O>, KindsOf<K>, EmittedOf<E>> => slice as never

/** The type of a slice, for an interface that names it. */
export type Named<S extends Slice> = S

type ToIntersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never

/** The operations of several slices as one contract. */
export type ContractOf<S extends readonly Slice[]> =
  ToIntersection<S[number]['contract']> extends infer C extends Contract ? { readonly [K in keyof C]: C[K] } : never

/** The parts that several slices need. */
export type PartsOf<S extends readonly Slice[]> = ToIntersection<Parameters<S[number]['open']>[0]>

/** The type of an open slice. */
export type OpenedOf<S extends Slice> = Awaited<ReturnType<S['open']>>

/** The event tables of several slices. */
export type EventsOf<S extends readonly Slice[]> = {
  readonly kinds: ToIntersection<NonNullable<S[number]['~shows']>['kinds']>
  readonly emitted: ToIntersection<NonNullable<S[number]['~shows']>['emitted']>
}

/** The operations of slices as one contract, in their order. */
export const contractOf = <const S extends readonly Slice[]>(slices: S): ContractOf<S> =>
  Object.assign({}, ...slices.map(({ contract }) => contract))

/** The same texts, alone: declarations of programs write them, and not how they were found. */
type Texts<T extends string> = (T extends string ? { readonly text: T } : never)['text']

type NamesOf<S extends readonly Slice[]> = Extract<keyof EventsOf<S>['kinds'], string>
type TypesOf<S extends readonly Slice[], K extends readonly DomainOfKind[]> =
  | (EventsOf<S> extends infer E extends EventTables ? EventTypeIn<E> : never)
  | `${K[number]['events']}_${'CREATED' | 'UPDATED' | 'DELETED'}`
  | `${K[number]['events']}S_DELETED`

/** The domains of slices, and of further kinds whose slices are built from these domains. */
export const domainsOf = <const S extends readonly Slice[], const K extends readonly DomainOfKind[] = readonly []>(
  slices: S,
  others: K,
): Domains<Texts<NamesOf<S> | K[number]['domain']>, Texts<TypesOf<S, K>>> =>
  readDomains<string, string>(
    [...kindsOf(slices), ...others],
    slices.flatMap(({ emits = {} }) => Object.keys(emits)),
  ) as never

/** The kinds of records of slices, in their order. */
export const kindsOf = (slices: readonly Slice[]) => slices.flatMap(({ kinds = [] }) => kinds)
