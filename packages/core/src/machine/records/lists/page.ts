import { pattern } from '../../errors/in-words.ts'
import { object, patterns, type TSchema, Type } from '../../schema/schema.ts'

/** The default page of a list. */
export const firstPage = { page: 1, pageSize: 15 } as const

/** The query parameters of a page. */
export const pageQuery = {
  pattern: Type.Optional(patterns),
  page: Type.Optional(Type.Integer({ minimum: 1, default: firstPage.page })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: firstPage.pageSize })),
}

/** The query parameters that filter and sort a list by the content of records. */
export const selectQuery = {
  filter: Type.Optional(
    Type.Record(Type.String(), Type.String(), {
      description: 'Values by dotted path, one parameter each: `filter.state=published`',
    }),
  ),
  sorted: Type.Optional(
    Type.String({
      pattern: pattern(
        '^[^,:]+(:(asc|desc))?(,[^,:]+(:(asc|desc))?)*$',
        'must list fields with :asc or :desc, separated by commas, such as name:desc',
      ),
      description: 'Dotted paths with `:asc` or `:desc`, separated by commas',
    }),
  ),
}

/** One page of records with its position. */
export const pageOf = <S extends TSchema>(items: S) =>
  object({
    results: Type.Array(items),
    metadata: object({
      page: Type.Integer(),
      pageSize: Type.Integer(),
      count: Type.Integer({ description: 'The number of items on all pages' }),
      nbPages: Type.Integer(),
    }),
  })
