import { crud, patchable } from '../machine/records/contract.ts'
import type { Resource } from '../machine/records/resource.ts'
import { object, patterns, type TSchema, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'

/** The query parameter of writes that references may not allow. */
export const force = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Proceeds even if other records refer to it; their references are then unresolved',
  }),
)

/** The query parameter of writes that may create a second flag with an id. */
export const forceFlag = Type.Optional(
  Type.Boolean({
    default: false,
    description: 'Proceeds even if a feature and a typed config then have the same id; the feature is then the flag',
  }),
)

/** The operations on a kind of record that others can refer to. */
export const referable = <S extends TSchema, P extends string, N extends string>(resource: Resource<S, P, N>) => {
  const operations = { ...crud(resource), ...patchable(resource) }
  const { replace, patch, delete: remove, deleteMany } = operations
  return {
    ...operations,
    replace: operation({ ...replace, query: object({ force }) }),
    patch: operation({ ...patch, query: object({ force }) }),
    delete: operation({ ...remove, query: object({ force }) }),
    deleteMany: operation({ ...deleteMany, query: object({ pattern: patterns, force }) }),
  }
}
