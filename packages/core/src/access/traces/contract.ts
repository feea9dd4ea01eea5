import { segmentSchema } from '../../machine/keys/key.ts'
import { object, Type } from '../../machine/schema/schema.ts'
import { operation } from '../../operation.ts'

/** The type of the event that tells that the traces of a user were erased. */
export const TRACES_ERASED = 'USER_TRACES_ERASED'

/** The payload of the event. */
export const tracesErasedSchema = object({
  salt: Type.String({ description: 'The key of the digest, as text' }),
  digest: Type.String({ description: 'HMAC-SHA-256 of the id of the user, in hexadecimal' }),
})

/** The operation on what deleted users left in the event log. */
export const traceContract = {
  erase: operation({
    method: 'DELETE',
    path: '/api/users/{id}/traces',
    summary: 'Replace what a deleted user left in the event log by a mark: the id, the name and the e-mail address',
    access: 'admin',
    params: { id: segmentSchema },
    response: object({ logged: Type.Integer({ description: 'Events of the event log that were changed' }) }),
  }),
}
