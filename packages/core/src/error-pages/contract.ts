import { keySchema } from '../machine/keys/key.ts'
import { bulk, crud, patchable, selectable } from '../machine/records/contract.ts'
import { rulesOfMember, withRules } from '../machine/schema/rules.ts'
import { object, Type } from '../machine/schema/schema.ts'
import { operation } from '../operation.ts'
import { errorTemplateRules, errorTemplateSchema, errorTemplates } from './error-template.ts'

const { deleteMany: _many, ...records } = crud(errorTemplates)
const { serviceId, ...pages } = errorTemplateSchema.properties

/** An error to preview, optionally with an unsaved template. */
const casesSchema = withRules(
  object({
    status: Type.Optional(Type.Integer({ minimum: 200, maximum: 599, description: 'Absent: the status of the cause' })),
    cause: Type.Optional(Type.String({ minLength: 1, maxLength: 512, default: 'errors.gateway.failure' })),
    message: Type.Optional(
      Type.String({ description: 'The message of the gateway. Absent: the message of the cause' }),
    ),
    accept: Type.Optional(Type.String({ description: 'The `Accept` header of the client' })),
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
    summary: 'Preview an error page, with the stored template or one in the body',
    access: { domain: 'ErrorTemplate', right: 'R' },
    params: { id: keySchema },
    body: casesSchema,
    response: object({
      status: Type.Integer(),
      headers: Type.Record(Type.String(), Type.String()),
      body: Type.String({ description: 'The body that the client receives' }),
      from: Type.Optional(
        Type.String({
          description:
            'The page of the template as a JSON Pointer, such as `/template40x`. Absent: the built-in page, or no HTML',
        }),
      ),
    }),
    safe: true,
  }),
}
