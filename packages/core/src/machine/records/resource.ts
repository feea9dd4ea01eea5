import type { DomainOfKind } from '../callers/domains.ts'
import { grantByDefault } from '../callers/rights.ts'
import type { LimitName } from '../schema/limits.ts'
import { type Rules, withRules } from '../schema/rules.ts'
import type { Static, TSchema } from '../schema/schema.ts'
import { isSecretName } from '../secrets/secret-names.ts'
import type { Replaced } from './patching/merge-patch.ts'

/** A kind of record: the single declaration of its names, schema, path and domain. */
export interface Resource<
  S extends TSchema = TSchema,
  Path extends string = string,
  Plural extends string = string,
  Lines extends TSchema = TSchema,
  D extends string = string,
  E extends string = string,
> extends DomainOfKind<D, E> {
  /** Singular, for messages. */
  readonly name: string
  /** The name in file names and counts, and the name of the store's collection. */
  readonly plural: Plural
  readonly path: Path
  readonly schema: S
  /** The schema of an id. */
  readonly id: TSchema
  /** The member that holds the id. @default 'id' */
  readonly key?: string
  /** PUT cannot rename a record. */
  readonly fixedId?: true
  /** The response can change while the record stays the same, so it is never 304. */
  readonly moves?: true
  /** The option that limits the size of a record. @default 'bodyLimit' */
  readonly limit?: LimitName
  /** A member that the service sets itself: it is ignored when sent and does not count against the limit. */
  readonly uncounted?: string
  /**
   * Records are stored and returned with the defaults of the schema. Without this, records are returned as they were
   * sent, and only JSON Patches see the defaults.
   */
  readonly isCompleted?: true
  /** The members that a merge patch replaces as a whole. */
  readonly replaced?: Replaced
  /** Members that the service sets once and stores: lists can filter and sort by them. */
  readonly kept?: readonly string[]
  /**
   * Members by which lists are often filtered or sorted; stores keep an index of each if they can. Must be strings at
   * the top level that are stored as they are shown and are not secret. @default none
   */
  readonly indexes?: readonly string[]
  /** The kinds that its records refer to: a restore uploads those first. @default none */
  readonly after?: readonly string[]
  /**
   * A member with states, and the states that a record passes through one after the other: a change to a later one takes
   * the steps between. @default records have no such states
   */
  readonly stages?: { readonly member: string; readonly values: readonly string[] }
  /** The schema of an nd-json line. @default the schema of records */
  readonly lines?: Lines
  /** Lines contain hashes of secrets, so that the secrets stay valid after a restore. Admins can download them, too. */
  readonly hashes?: true
  /** Converts a line in the format of the previous feature service to `lines`, before validation. @default unchanged */
  readonly earlier?: (line: unknown) => unknown
}

/** The id of a record. */
export const idOf = ({ key = 'id' }: Resource, record: object): string =>
  (record as Readonly<Record<string, string>>)[key] as string

/** The id that grants on a record are checked against. */
export const ownerOf = (resource: Resource, record: object): string =>
  resource.owner === undefined
    ? idOf(resource, record)
    : ((record as Readonly<Record<string, string>>)[resource.owner] as string)

/** The schema of nd-json lines of a kind whose lines are not its records. */
export const linesOf = <L extends TSchema>({ lines }: { readonly lines?: L }): L => lines as L

/** The record type of a kind. */
export type RecordOf<R extends Resource> = Static<R['schema']> & object

/** The type of an nd-json line of a kind. */
export type LineOf<R extends Resource> =
  NonNullable<R['lines']> extends infer L extends TSchema ? Static<L> & object : RecordOf<R>

/**
 * Declares a kind of record with the rules its schema cannot express. Throws a `TypeError` for a member that cannot be
 * indexed.
 */
export function defineResource<
  S extends TSchema,
  const Path extends string,
  const Plural extends string,
  Lines extends TSchema = S,
  const D extends string = string,
  const E extends string = string,
>({
  rules = {},
  ...resource
}: Resource<S, Path, Plural, Lines, D, E> & { rules?: Rules }): Resource<S, Path, Plural, Lines, D, E> {
  if (resource.isGrantedByDefault) grantByDefault(resource.domain)
  for (const member of resource.indexes ?? []) checkIndexed(resource, member)
  withRules(resource.schema, rules)
  if (resource.lines) withRules(resource.lines, rules)
  return resource
}

/** The part of a member's schema that determines whether it can be indexed. */
interface MemberShape {
  readonly type?: string
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
}

/**
 * Checks that an index reveals nothing: it shows the order of values to everyone who may list, and lists show its
 * values. So only strings that everyone may see can be indexed.
 */
function checkIndexed({ name, schema, kept = [] }: Resource, member: string): void {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, MemberShape>> }
  const shape = Object.hasOwn(properties, member) ? properties[member] : undefined
  const isText = shape?.type === 'string' && !shape.writeOnly && (!shape.readOnly || kept.includes(member))
  if (!isText || isSecretName(member))
    throw new TypeError(`${member} of ${name} cannot be indexed: it must be a stored string that is not secret`)
}
