import { selectQuery } from '../../machine/records/lists/page.ts'
import { object, patterns, Type } from '../../machine/schema/schema.ts'
import { operation } from '../../operation.ts'
import { apiIdSchema } from '../apis/api.ts'
import { compiledSchema } from './compiled-route.ts'

/** Compiles the routes of one API, as the gateway would serve them. */
export const apiRoutes = operation({
  method: 'GET',
  path: '/api/apis/{id}/routes',
  summary: 'Get the compiled routes of an API, with warnings; secrets are masked',
  access: { domain: 'Api', right: 'R' },
  params: { id: apiIdSchema },
  response: compiledSchema,
  revalidates: true,
})

/** Compiles the routes that publishing the draft of an API would serve. */
export const draftRoutes = operation({
  method: 'GET',
  path: '/api/apis/{id}/draft/routes',
  summary:
    'Get the routes that the draft, or else the saved API, would have once published, with warnings; secrets are masked',
  access: { domain: 'Api', right: 'R' },
  params: { id: apiIdSchema },
  response: compiledSchema,
  revalidates: true,
})

/** Compiles the routes of all APIs that the caller may read. */
export const allRoutes = operation({
  method: 'GET',
  path: '/api/routes',
  summary:
    'List the compiled routes of all readable APIs, all at once or by page; pointers begin with the id of the API',
  access: { domain: 'Api', right: 'R' },
  query: object({
    pattern: Type.Optional(Type.Unsafe<string>({ ...patterns, description: 'Patterns of API ids' })),
    page: Type.Optional(Type.Integer({ minimum: 1, description: 'Absent without pageSize: all routes' })),
    pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    ...selectQuery,
  }),
  response: object({
    ...compiledSchema.properties,
    metadata: Type.Optional(
      object({
        page: Type.Integer(),
        pageSize: Type.Integer(),
        count: Type.Integer({ description: 'The number of items on all pages' }),
        nbPages: Type.Integer(),
      }),
    ),
  }),
  revalidates: true,
})
