import { operation } from '../../operation.ts'
import { apiIdSchema } from '../api.ts'
import { compiledSchema } from './compiled-route.ts'

/** The routes of one API (decisions 8.8). */
export const apiRoutes = operation({
  method: 'GET',
  path: '/api/apis/{id}/routes',
  summary: 'The ordinary routes that an API is, and what is odd about it; secrets masked',
  access: { domain: 'Api', right: 'R' },
  params: { id: apiIdSchema },
  response: compiledSchema,
})

/** The routes of all APIs (decisions 8.8). */
export const allRoutes = operation({
  method: 'GET',
  path: '/api/routes',
  summary: 'The ordinary routes that all APIs are which the caller may read; pointers begin with the id of the API',
  access: { domain: 'Api', right: 'R' },
  response: compiledSchema,
})
