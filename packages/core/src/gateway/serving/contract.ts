import { operation } from '../../operation.ts'
import { object, Type } from '../../schema.ts'
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
