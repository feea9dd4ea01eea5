import type { ApiDefinition } from '../apis/api.ts'
import { withDeprecationDates } from '../apis/deprecation.ts'

/**
 * A definition as a publication would serve it: published and enabled, without routes for testing. Dates of
 * deprecations come from the saved API; a plan that the definition deprecates has none yet.
 */
export const asPublished = (definition: ApiDefinition, saved: ApiDefinition): ApiDefinition =>
  withDeprecationDates(
    { ...definition, state: 'published', enabled: true, testing: { enabled: false } },
    { current: saved },
  )
