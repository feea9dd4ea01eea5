import { apiIdSchema } from '../gateway/apis/api.ts'
import { object, Type } from '../machine/schema/schema.ts'
import { portalOperation } from '../operation.ts'
import { publishedApiSchema } from './published-api.ts'

const filter = (description: string) => Type.Optional(Type.String({ minLength: 1, description }))

/** What consumers read about APIs, with or without an account. Only a portal serves it over HTTP. */
export const portalContract = {
  apis: portalOperation({
    method: 'GET',
    path: '/api/portal/apis',
    summary: 'List the APIs that the caller may see, by name',
    access: 'open',
    query: object({ group: filter('Only APIs of this group'), tag: filter('Only APIs with this tag') }),
    response: object({ results: Type.Array(publishedApiSchema) }),
  }),
  api: portalOperation({
    method: 'GET',
    path: '/api/portal/apis/{id}',
    summary: 'Get an API that the caller may see, with its plans',
    access: 'open',
    params: { id: apiIdSchema },
    response: publishedApiSchema,
  }),
}
