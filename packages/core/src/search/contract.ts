import type { Domains } from '../machine/callers/domains.ts'
import { choice, object, patterns, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'

/** The operation that searches records of all kinds. */
export const searchContract = <const D extends string>({ names }: Domains<D>) => ({
  search: operation({
    method: 'GET',
    path: '/api/_search',
    summary: 'Search records of all kinds by id',
    access: 'authenticated',
    query: object({
      pattern: Type.Optional(patterns),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 50, default: 50 })),
    }),
    response: object({ results: Type.Array(object({ domain: choice(names), id: Type.String() })) }),
  }),
})
