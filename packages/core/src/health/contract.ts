import { operation } from '../operation.ts'
import { choice, object, Type } from '../schema.ts'

/** The operations for probes. */
export const healthContract = {
  health: operation({
    method: 'GET',
    path: '/api/_health',
    summary: 'Whether the service can read and write, which version it is, and how it evaluates',
    access: 'open',
    response: object({
      status: choice(['up']),
      version: Type.Optional(Type.String({ description: 'Version of the server; absent where it has none' })),
      timeZone: Type.String({ description: 'IANA name of the zone of dates that name none' }),
      bucketing: choice(['murmur3', 'classic'], { description: 'How percentages choose clients' }),
      assignment: choice(['balanced', 'hash', 'classic'], { description: 'How experiments choose variants' }),
    }),
  }),
  liveness: operation({
    method: 'GET',
    path: '/api/_live',
    summary: 'Whether the process serves at all, whatever its store does: restart it when this fails',
    access: 'open',
    response: object({ status: choice(['up']) }),
  }),
  readiness: operation({
    method: 'GET',
    path: '/api/_ready',
    summary: 'Whether features are loaded and calls are welcome; 503 while it starts and while it ends',
    access: 'open',
    response: object({ status: choice(['ready']) }),
  }),
}
