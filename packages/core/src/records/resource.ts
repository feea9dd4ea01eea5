import type { DomainOfKind } from '../callers/domains.ts'
import { grantByDefault } from '../callers/rights.ts'
import type { LimitName } from '../limits.ts'
import type { Rules } from '../rules.ts'
import { withRules } from '../rules.ts'
import type { Static, TSchema } from '../schema.ts'
import { isSecretName } from '../secret-names.ts'

/** One kind of record: the single place where its names, shape, path and domain are declared. */
export interface Resource<
  S extends TSchema = TSchema,
  Path extends string = string,
  Plural extends string = string,
  Lines extends TSchema = TSchema,
  D extends string = string,
  E extends string = string,
> extends DomainOfKind<D, E> {
  /** Singular, for sentences. */
  readonly name: string
  /** As in the names of files and counts, and the collection that stores keep it under. */
  readonly plural: Plural
  readonly path: Path
  readonly schema: S
  /** What an id must look like. */
  readonly id: TSchema
  /** The member that holds the id. @default 'id' */
  readonly key?: string
  /** The member that names whose the record is: grants go by it, not by the id. */
  readonly owner?: string
  /** PUT cannot rename. */
  readonly fixedId?: true
  /** What is answered changes without the record: it is never 304. */
  readonly moves?: true
  /** The option that bounds a record. @default 'bodyLimit' */
  readonly limit?: LimitName
  /** A member that the service fills in by itself: it is ignored when sent, and does not count against the limit. */
  readonly uncounted?: string
  /**
   * Records are stored and answered with the defaults of the schema. Others are answered as they were sent; only JSON Patches see their
   * defaults.
   */
  readonly isCompleted?: true
  /** The members that a merge patch replaces whole: always, or when it changes another member, whose name is given. */
  readonly replaced?: Readonly<Record<string, true | string>>
  /** Members that the service sets once and stores: lists may be filtered and sorted by them, too. */
  readonly kept?: readonly string[]
  /**
   * Members that lists are often filtered or sorted by: stores keep an index of each, where they can. Texts at the top level that are
   * stored as they are shown, and are no secrets. @default none
   */
  readonly indexes?: readonly string[]
  /** The kinds that records refer to: a restore brings them back first. @default none */
  readonly after?: readonly string[]
  /** What an nd-json line is. @default the schema */
  readonly lines?: Lines
  /** Lines hold hashes of secrets, so that what they prove goes on working elsewhere: admins download them, too. */
  readonly hashes?: true
  /** Brings a line as the earlier system writes it into the form of `lines`, before it is validated. @default as it is */
  readonly earlier?: (line: unknown) => unknown
}

/** The id of a record. */
export const idOf = ({ key = 'id' }: Resource, record: object): string =>
  (record as Readonly<Record<string, string>>)[key] as string

/** What grants on a record go by. */
export const ownerOf = (resource: Resource, record: object): string =>
  resource.owner === undefined
    ? idOf(resource, record)
    : ((record as Readonly<Record<string, string>>)[resource.owner] as string)

/** What nd-json carries of a kind whose lines are not its records. */
export const linesOf = <L extends TSchema>({ lines }: { readonly lines?: L }): L => lines as L

/** The record type of a kind. */
export type RecordOf<R extends Resource> = Static<R['schema']> & object

/** What an nd-json line of a kind is. */
export type LineOf<R extends Resource> =
  NonNullable<R['lines']> extends infer L extends TSchema ? Static<L> & object : RecordOf<R>

/** Declares a kind of record and the rules its schema cannot say. Throws a `TypeError` for a member that cannot be indexed. */
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

/** What of a member's schema tells whether it can be indexed. */
interface MemberShape {
  readonly type?: string
  readonly readOnly?: boolean
  readonly writeOnly?: boolean
}

/** An index shows the order of values to whoever may list, and is used for what lists show: so it is of texts that all may see. */
function checkIndexed({ name, schema, kept = [] }: Resource, member: string): void {
  const { properties = {} } = schema as { properties?: Readonly<Record<string, MemberShape>> }
  const shape = Object.hasOwn(properties, member) ? properties[member] : undefined
  const isText = shape?.type === 'string' && !shape.writeOnly && (!shape.readOnly || kept.includes(member))
  if (!isText || isSecretName(member))
    throw new TypeError(`${member} of ${name} cannot be indexed: it must be a text that is stored and not secret`)
}
