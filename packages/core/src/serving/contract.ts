import { operation } from '../operation.ts'
import { object, Type } from '../schema.ts'
import { listedBackendSchema } from './backend-status.ts'
import { listedPlaneSchema } from './data-plane.ts'
import { explainRequestSchema, explanationSchema } from './explanation.ts'

/** The operations on the data planes of this process. */
export const servingContract = {
  list: operation({
    method: 'GET',
    path: '/api/gateway',
    summary: 'List the data planes of this process, with the revision that each serves',
    access: { domain: 'Api', right: 'R' },
    response: object({
      revision: Type.Integer({ description: 'The id of the newest change event' }),
      results: Type.Array(listedPlaneSchema),
    }),
  }),
  backends: operation({
    method: 'GET',
    path: '/api/gateway/backends',
    summary: 'List the backends in use, with the state of each target, as the data planes of this process judge it',
    access: { domain: 'Api', right: 'R' },
    response: object({ results: Type.Array(listedBackendSchema) }),
  }),
  explain: operation({
    method: 'POST',
    path: '/api/gateway/_explain',
    summary: 'Explain how the data plane would treat a request, without sending it',
    access: { domain: 'Api', right: 'R' },
    body: explainRequestSchema,
    response: explanationSchema,
    safe: true,
    fails: ['CONFLICT'],
  }),
}
