import { keySchema } from '../keys/key.ts'
import { operation } from '../operation.ts'
import { bulk, crud, patchable, selectable } from '../records/contract.ts'
import { rulesOfMember, withRules } from '../rules.ts'
import { object, Type } from '../schema.ts'
import { errorTemplateRules, errorTemplateSchema, errorTemplates } from './error-template.ts'

const { deleteMany: _many, ...records } = crud(errorTemplates)
const { serviceId, ...pages } = errorTemplateSchema.properties

/** An error to preview, optionally with an unsaved template. */
const casesSchema = withRules(
  object({
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599, description: 'Absent: that of the cause' })),
    cause: Type.Optional(Type.String({ minLength: 1, maxLength: 512, default: 'errors.gateway.failure' })),
    message: Type.Optional(Type.String({ description: 'What the gateway says. Absent: what it says of the cause' })),
    accept: Type.Optional(Type.String({ description: 'The header `Accept` of the client' })),
    template: Type.Optional(object({ serviceId: Type.Optional(serviceId), ...pages })),
  }),
  rulesOfMember('template', errorTemplateRules),
)

/** The operations on error templates. */
export const errorTemplateContract = {
  ...records,
  ...selectable(errorTemplates),
  ...patchable(errorTemplates),
  ...bulk(errorTemplates),
  render: operation({
    method: 'POST',
    path: '/api/error-templates/{id}/_render',
    summary: 'See what a client would be answered, with a stored template or with one that is not stored yet',
    access: { domain: 'ErrorTemplate', right: 'R' },
    params: { id: keySchema },
    body: casesSchema,
    response: object({
      status: Type.Integer(),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String({ description: 'As the client gets it' }),
    }),
    safe: true,
  }),
}
