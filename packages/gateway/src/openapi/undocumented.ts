import type { Refused } from '../plugin-api/refused.ts'

/** The refusal of a request for which a document has no operation: 405 if its path has other methods, else 404. */
export const undocumented = (found: { readonly allowed: readonly string[] } | undefined): Refused =>
  found
    ? { refuse: 'errors.method.not.allowed', headers: ['Allow', found.allowed.join(', ')] }
    : { refuse: 'errors.service.not.found', message: 'The API has no such operation' }
