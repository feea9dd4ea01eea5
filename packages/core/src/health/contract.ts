import { operation } from '../operation.ts'
import { choice, object, Type } from '../schema.ts'

/** The operations for probes. */
export const healthContract = {
  health: operation({
    method: 'GET',
    path: '/api/_health',
    summary: 'Check whether records can be read and written; returns the version and the evaluation settings',
    access: 'open',
    response: object({
      status: choice(['up']),
      version: Type.Optional(Type.String({ description: 'The version of the server, if it has one' })),
      timeZone: Type.String({ description: 'The IANA time zone of dates without a zone' }),
      bucketing: choice(['murmur3', 'classic'], { description: 'How percentages choose clients' }),
      assignment: choice(['balanced', 'hash', 'classic'], { description: 'How experiments choose variants' }),
    }),
  }),
  liveness: operation({
    method: 'GET',
    path: '/api/_live',
    summary: 'Check whether the process responds, for liveness probes; does not use the store',
    access: 'open',
    response: object({ status: choice(['up']) }),
  }),
  readiness: operation({
    method: 'GET',
    path: '/api/_ready',
    summary: 'Check whether features are loaded, for readiness probes; 503 during start and shutdown',
    access: 'open',
    response: object({ status: choice(['ready']) }),
  }),
}
