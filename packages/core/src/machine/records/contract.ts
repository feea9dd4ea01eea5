import { ndjson, type Operation, operation, type Restored } from '../../operation.ts'
import type { Access } from '../callers/access.ts'
import type { Right } from '../callers/rights.ts'
import {
  anyObject,
  choice,
  object,
  openObject,
  patterns,
  type Static,
  type TProperties,
  type TSchema,
  type TUnsafe,
  Type,
} from '../schema/schema.ts'
import { pageOf, pageQuery, selectQuery } from './lists/page.ts'
import type { MergePatch } from './patching/merge-patch.ts'
import type { Resource } from './resource.ts'

const pointer = Type.String({ description: 'A JSON pointer; the leading slash is optional' })

/** An operation of a JSON Patch. Other members are ignored (RFC 6902, section 4). */
const patchStep = <O extends string, M extends TProperties>(op: O, members: M) =>
  openObject({ op: Type.Literal(op), path: pointer, ...members })

const value = { value: Type.Unknown() }
const from = { from: pointer }

/** One operation of a JSON Patch (RFC 6902). */
export type JsonPatchOperation =
  | { op: 'add' | 'replace' | 'test'; path: string; value: unknown }
  | { op: 'remove'; path: string }
  | { op: 'move' | 'copy'; path: string; from: string }

export const jsonPatchOperation = Type.Unsafe<JsonPatchOperation>({
  type: 'object',
  required: ['op', 'path'],
  discriminator: { propertyName: 'op' },
  oneOf: [
    patchStep('add', value),
    patchStep('remove', {}),
    patchStep('replace', value),
    patchStep('move', from),
    patchStep('copy', from),
    patchStep('test', value),
  ],
})

/**
 * A JSON Patch (RFC 6902, an array) or a merge patch (RFC 7396, an object). One schema and one validator for all kinds.
 */
export const anyPatch = Type.Unsafe<unknown>({
  type: ['array', 'object'],
  title:
    'a JSON Patch (an array of operations, RFC 6902) or a merge patch (an object of the members to change, RFC 7396)',
  items: jsonPatchOperation,
  maxItems: 1000,
})

const problems = Type.Array(object({ message: Type.String(), args: Type.Array(Type.String()) }))

/** The result of an nd-json upload. */
export const importResult = object({
  success: Type.Integer({
    description:
      'Number of lines that created or replaced a record; the header Import-Kept has the number of lines left unchanged',
  }),
  errors: object({
    errors: problems,
    fieldErrors: Type.Unsafe<Record<string, { message: string; args: string[] }[]>>(anyObject()),
  }),
  unchanged: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'Only of a dry run with Replace: the first 1000 lines, from 1, whose record already is as sent',
    }),
  ),
})

/** Who may call an operation on a kind of record. */
const accessTo = ({ access, domain, owner }: Resource, right: Right, or?: Right): Access =>
  access?.(right) ?? { domain, right, ...(or && { or }), ...(owner !== undefined && { owned: true }) }

/** The size limits of bodies that contain a record. */
const boundsOf = ({ limit, uncounted }: Resource): Pick<Operation, 'limit' | 'uncounted'> => ({
  ...(limit && { limit }),
  ...(uncounted !== undefined && { uncounted }),
})

/** Operations to create, read, replace, delete, list, count and bulk delete records. */
export const crud = <S extends TSchema, P extends string, N extends string>(resource: Resource<S, P, N>) => {
  const { name, plural, path, schema, id, moves, fixedId } = resource
  const bounds = boundsOf(resource)
  return {
    list: operation({
      method: 'GET',
      path,
      summary: `List ${many(name)} by page, sorted by id`,
      access: accessTo(resource, 'R'),
      query: object(pageQuery),
      response: pageOf(schema),
    }),
    create: operation({
      method: 'POST',
      path,
      summary: `Create ${one(name)}`,
      access: accessTo(resource, 'C'),
      body: schema,
      response: schema,
      status: 201,
      conditional: true,
      ...bounds,
    }),
    get: operation({
      method: 'GET',
      path: `${path}/{id}` as const,
      summary: `Get ${one(name)}`,
      access: accessTo(resource, 'R'),
      params: { id },
      response: schema,
      conditional: true,
      ...(moves && { moves }),
    }),
    replace: operation({
      method: 'PUT',
      path: `${path}/{id}` as const,
      summary: fixedId ? `Replace ${one(name)}` : `Replace ${one(name)}, or rename it if the body has another id`,
      access: accessTo(resource, 'U'),
      params: { id },
      body: schema,
      response: schema,
      conditional: true,
      ...bounds,
    }),
    delete: operation({
      method: 'DELETE',
      path: `${path}/{id}` as const,
      summary: `Delete ${one(name)}`,
      access: accessTo(resource, 'D'),
      params: { id },
      response: schema,
      conditional: true,
    }),
    count: operation({
      method: 'GET',
      path: `/api/counts/${plural}` as const,
      summary: `Count ${many(name)}`,
      access: accessTo(resource, 'R'),
      query: object({ pattern: Type.Optional(patterns) }),
      response: object({ count: Type.Integer() }),
    }),
    deleteMany: operation({
      method: 'DELETE',
      path,
      summary: `Delete all ${many(name)} that match a pattern`,
      access: accessTo(resource, 'D'),
      query: object({ pattern: patterns }),
      response: object({ count: Type.Integer() }),
    }),
  }
}

/** The operation for JSON Patch and merge patch. */
export const patchable = <S extends TSchema, P extends string>(resource: Resource<S, P>) => {
  const { name, path, schema, id } = resource
  return {
    patch: operation({
      method: 'PATCH',
      path: `${path}/{id}` as const,
      summary: `Patch ${one(name)} with a merge patch (an object, RFC 7396) or a JSON Patch (an array, RFC 6902)`,
      access: accessTo(resource, 'U'),
      params: { id },
      body: anyPatch as unknown as TUnsafe<JsonPatchOperation[] | MergePatch<Static<S>>>,
      response: schema,
      conditional: true,
      accepts: ['application/json-patch+json', 'application/merge-patch+json'],
      ...boundsOf(resource),
    }),
  }
}

/** The operation to patch many records at once. */
export const patchableMany = <S extends TSchema, P extends string>(resource: Resource<S, P>) => {
  const { name, path, schema, id } = resource
  return {
    patchMany: operation({
      method: 'POST',
      path: `${path}/_patch` as const,
      summary: `Patch all ${many(name)} that match a pattern or have one of the ids, in commits of 500`,
      access: accessTo(resource, 'U'),
      abortable: true,
      body: object({
        pattern: Type.Optional(patterns),
        ids: Type.Optional(
          Type.Array(id as unknown as TUnsafe<string>, { maxItems: 1000, description: 'Instead of a pattern' }),
        ),
        patch: Type.Unsafe<JsonPatchOperation[] | MergePatch<Static<S>>>({
          type: ['array', 'object'],
          items: {},
          description: `A merge patch or a JSON Patch, as for one ${name}; a JSON Patch has at most 50 operations`,
        }),
        dryRun: Type.Optional(
          Type.Boolean({ default: false, description: 'Counts and shows examples, writes nothing' }),
        ),
        examples: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 100,
            default: 10,
            description: 'The most examples of a dry run; together they have at most 8 MiB',
          }),
        ),
      }),
      response: object({
        changed: Type.Integer({ description: 'Records that the patch changes; each has an event with its old value' }),
        unchanged: Type.Integer({ description: 'Records that already are as patched' }),
        failed: Type.Integer({ description: 'Records that could not be patched' }),
        failures: Type.Array(
          object({
            id: Type.String(),
            code: Type.String(),
            detail: Type.String(),
            errors: problems,
            fieldErrors: Type.Unsafe<Record<string, { message: string; args: string[] }[]>>(anyObject()),
          }),
          {
            description:
              'One for each failing id of `ids`, with at most 8 MiB; the first 100 of a pattern. Ids that the caller may not update are reported as unknown',
          },
        ),
        examples: Type.Optional(
          Type.Array(object({ before: schema, after: schema }), { description: 'Only of a dry run' }),
        ),
        events: Type.Optional(
          object(
            { first: Type.Integer(), last: Type.Integer() },
            { description: 'The ids of the first and the last event; events of others may be between them' },
          ),
        ),
      }),
    }),
  }
}

/** List operations with filters and an order. */
export const selectable = <S extends TSchema, P extends string>(resource: Resource<S, P>) => ({
  list: operation({
    method: 'GET',
    path: resource.path,
    summary: `List ${many(resource.name)} by page, sorted by id by default`,
    access: accessTo(resource, 'R'),
    query: object({ ...pageQuery, ...selectQuery }),
    response: pageOf(resource.schema),
  }),
})

/** How an upload treats existing records. */
const existing = {
  strategy: Type.Optional(
    choice(['Keep', 'Replace'], {
      default: 'Keep',
      description: 'Keep leaves existing records unchanged; Replace overwrites them',
    }),
  ),
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only validates' })),
}

/** The query of an upload. */
export const uploadQuery = object(existing)

/** The query of an upload of records. */
export const uploadMembers = {
  ...existing,
  ifMatch: Type.Optional(
    Type.String({ description: 'Entity tags: only records with one of these versions are written' }),
  ),
}

/** Which records a download has, and which of their members. */
const downloadQuery = object({
  pattern: Type.Optional(patterns),
  fields: Type.Optional(
    Type.String({
      description:
        'The members to download, separated by commas; lines then have `partial: true`, too, and uploads reject them',
    }),
  ),
})

/** Operations for nd-json download and upload. */
export const bulk = <S extends TSchema, P extends string, N extends string, L extends TSchema>(
  resource: Resource<S, P, N, L>,
) => {
  const { name, plural, path, schema } = resource
  const lines = (resource.lines ?? schema) as L
  return {
    export: operation({
      method: 'GET',
      path: `${path}.ndjson` as const,
      summary: `Download ${many(name)}, one a line`,
      access: accessTo(resource, 'R'),
      query: downloadQuery,
      response: ndjson(lines),
      filename: `${plural}.ndjson`,
    }),
    import: operation({
      method: 'POST',
      path: `${path}.ndjson` as const,
      summary: `Upload ${many(name)}, one a line`,
      access: accessTo(resource, 'C', 'U'),
      query: object(uploadMembers),
      restored: restoredOf(resource),
      body: ndjson(lines),
      response: importResult,
      ...(resource.limit && { limit: resource.limit }),
    }),
  }
}

/** Without a name for its type, because declarations of other modules could not name it. */
const restoredOf = ({ after, key = 'id', owner, hashes, stages }: Resource) =>
  ({
    id: key,
    ...(owner !== undefined && { owner }),
    ...(after && { after }),
    ...(hashes && { hashes }),
    ...(stages && { stages }),
  }) satisfies Restored

/** A noun with its article. */
const one = (name: string): string => `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`

/** The plural of a noun. */
const many = (name: string): string => `${name}s`
