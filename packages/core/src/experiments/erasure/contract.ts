import { keySchema } from '../../machine/keys/key.ts'
import { object, Type } from '../../machine/schema/schema.ts'
import { operation } from '../../operation.ts'
import { clientIdSchema } from '../experiment.ts'

/** What was erased. All numbers are 0 for a client that is not known. */
export const erasedSchema = object({
  experiments: Type.Integer({ description: 'Experiments that had data of the client' }),
  events: Type.Integer({ description: 'Displayed and won events that were deleted' }),
  logged: Type.Integer({ description: 'Events of the event log in which a mark replaces the client' }),
})

/** The payload of the event of an erasure. */
export const clientErasedSchema = object({
  experimentId: Type.Optional(Type.String({ description: 'Absent: erased from all experiments' })),
  salt: Type.String({ description: 'The key of the digest, as text' }),
  digest: Type.String({ description: 'HMAC-SHA-256 of the id of the client, in hexadecimal' }),
})

const clientDataSchema = object({
  experiment: Type.String(),
  variant: Type.Optional(Type.String({ description: 'The variant to which the client is bound' })),
  since: Type.Optional(Type.Number({ description: 'When it was first bound, in epoch milliseconds' })),
  events: Type.Integer({ description: 'Its displayed and won events' }),
})

/** The operations on what is stored of a client. */
export const erasureContract = {
  client: operation({
    method: 'GET',
    path: '/api/clients/{clientId}',
    summary: 'Get what experiments store of a client',
    access: 'admin',
    params: { clientId: clientIdSchema },
    response: object({ results: Type.Array(clientDataSchema) }),
  }),
  eraseClient: operation({
    method: 'DELETE',
    path: '/api/experiments/{id}/clients/{clientId}',
    summary: 'Erase a client from an experiment: its binding and events, the results and the event log',
    access: { domain: 'Experiment', right: 'U' },
    params: { id: keySchema, clientId: clientIdSchema },
    response: erasedSchema,
  }),
  eraseClientFromAll: operation({
    method: 'DELETE',
    path: '/api/clients/{clientId}',
    summary: 'Erase a client from all experiments, and from the event log',
    access: 'admin',
    params: { clientId: clientIdSchema },
    response: erasedSchema,
  }),
}
