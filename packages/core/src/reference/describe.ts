import { type Description, type Format, formats, type Subject } from '../machine/calls/description.ts'
import type { JsonObject } from '../machine/json/json.ts'
import type { Components } from './components.ts'
import { security } from './vocabulary.ts'

/** The operation of a description path in the OpenAPI document. */
export function describedPath(
  { name, formats: forms, summary, mayBeMissing = false }: Description,
  { schema, readers }: Pick<Subject, 'schema' | 'readers'>,
  { refer }: Components,
): JsonObject {
  const content = (form: Format) =>
    form === 'html' || form === 'md' ? { schema: { type: 'string' } } : { schema: refer(schema) }
  const isPage = forms.includes('html')
  const etag = { headers: { ETag: { description: 'The version of the document', schema: { type: 'string' } } } }
  return {
    operationId: `reference.${name}`,
    tags: ['reference'],
    summary,
    description: `${summary}. Open to all, unless the service has a key for its descriptions.${
      readers ? ` Callers with the right ${readers.right} in the domain ${readers.domain} do not need that key.` : ''
    }`,
    security: [{}, { docBasic: [] }, { docSecret: [] }, ...(readers ? security : [])],
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
