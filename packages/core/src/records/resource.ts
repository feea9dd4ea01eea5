import type { Domain } from '../events/event.ts'
import type { Static, TSchema } from '../schema.ts'
import type { Rules } from '../validate.ts'
import { withRules } from '../validate.ts'

/** What all records have. */
export interface Entity {
  readonly id: string
}

/** One kind of record: the single place where its names, shape, path and domain are declared. */
export interface Resource<S extends TSchema = TSchema, Path extends string = string, Plural extends string = string> {
  /** Singular, for sentences. */
  readonly name: string
  /** As in the names of files and counts, and the collection that stores keep it under. */
  readonly plural: Plural
  readonly path: Path
  readonly domain: Domain
  readonly schema: S
  readonly id: TSchema
}

/** The record type of a kind. */
export type RecordOf<R extends Resource> = Static<R['schema']> & Entity

/** Declares a kind of record and the rules its schema cannot say. */
export function defineResource<S extends TSchema, const Path extends string, const Plural extends string>({
  rules = {},
  ...resource
}: Resource<S, Path, Plural> & { rules?: Rules }): Resource<S, Path, Plural> {
  withRules(resource.schema, rules)
  return resource
}
