import { asData, type Subject } from '../machine/calls/description.ts'
import { Type } from '../machine/schema/schema.ts'
import { catalogEntrySchema } from './catalog-entry.ts'

/** The description of the plugins that a service knows. */
export const pluginsDescribed: Subject = {
  descriptions: asData('plugins', '/apis/plugins', 'The plugins that flows of APIs can use'),
  schema: Type.Array(catalogEntrySchema),
  readers: { domain: 'Api', right: 'R' },
  open: async () => (await import('./catalog.ts')).catalogWriting,
}
