import { object, type Static, Type } from '../../machine/schema/schema.ts'
import { operation } from '../../operation.ts'
import { apiIdSchema } from '../apis/api.ts'

const url = Type.String({ description: 'As the documentation has it' })

const members = {
  fetched: Type.Array(
    object({
      url,
      bytes: Type.Integer({ description: 'Its length' }),
      content_type: Type.Optional(Type.String({ description: 'The media type that its server says it has' })),
      changed: Type.Boolean({ description: 'Whether it was new, or has changed' }),
    }),
  ),
  failed: Type.Array(
    object({ url, problem: Type.String({ description: 'Why. The content that was fetched before stays' }) }),
  ),
}

const reportSchema = object({ at: Type.Number({ description: 'When it ended, epoch milliseconds' }), ...members })
/** The result of fetching the remote content of an API. */
export type RefreshReport = Static<typeof reportSchema>

/** The payload of events about remote content that changed. */
export const refreshedSchema = object({ api: apiIdSchema, ...members })

/** The operations on the documentation of an API. */
export const documentationContract = {
  refresh: operation({
    method: 'POST',
    path: '/api/apis/{id}/documentation/_refresh',
    summary: 'Fetch the remote content of the documentation that an API serves',
    access: { domain: 'Api', right: 'U' },
    params: { id: apiIdSchema },
    query: object({
      dryRun: Type.Optional(
        Type.Boolean({ default: false, description: 'Only reports the result. The addresses are called all the same' }),
      ),
    }),
    response: reportSchema,
    fails: ['NOT_FOUND', 'UNAVAILABLE'],
  }),
}
