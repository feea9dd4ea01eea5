import type { JsonObject } from '../json.ts'
import { catalogEntrySchema } from '../plugins/catalog.ts'
import type { TSchema } from '../schema.ts'
import { workflowDescriptorSchema } from '../workflows/descriptor.ts'
import type { Components } from './components.ts'
import type { Description, Format, Subject } from './descriptions.ts'
import { formats } from './descriptions.ts'

/** What each subject looks like as data. */
const shapes = {
  openapi: { type: 'object', description: 'OpenAPI 3.1' },
  plugins: { type: 'array', items: catalogEntrySchema },
  workflows: workflowDescriptorSchema,
} satisfies Record<Subject, TSchema>

/** A description path as an operation of the OpenAPI document. */
export function describedPath({ name, of, formats: forms, summary }: Description, { refer }: Components): JsonObject {
  const content = (form: Format) =>
    form === 'html' || form === 'md' ? { schema: { type: 'string' } } : { schema: refer(shapes[of] as TSchema) }
  const isPage = forms.includes('html')
  const mayBeMissing = isPage && of === 'openapi' // its script is no part of the core
  const etag = { headers: { ETag: { description: 'The version of the document', schema: { type: 'string' } } } }
  return {
    operationId: `reference.${name}`,
    tags: ['reference'],
    summary,
    description: `${summary}. Open to all, unless the service has a key for its descriptions.`,
    security: [{}, { docBasic: [] }, { docSecret: [] }],
    parameters: isPage ? [] : [{ $ref: '#/components/parameters/IfNoneMatch' }],
    responses: {
      200: {
        description: summary,
        ...(!isPage && etag),
        content: Object.fromEntries(forms.map((form) => [formats[form][0], content(form)])),
      },
      ...(!isPage && { 304: { description: 'Not Modified', ...etag } }),
      401: { $ref: '#/components/responses/UNAUTHENTICATED' },
      ...(mayBeMissing && { 404: { $ref: '#/components/responses/NOT_FOUND' } }),
      ...(forms.length > 1 && { 406: { $ref: '#/components/responses/NOT_ACCEPTABLE' } }),
    },
  }
}
