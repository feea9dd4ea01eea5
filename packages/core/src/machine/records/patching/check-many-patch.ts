import { problem } from '../../errors/errors.ts'
import { notValid } from '../../errors/not-valid.ts'
import { validationProblems } from '../../schema/validate.ts'
import { anyPatch } from '../contract.ts'
import type { AnyPatch } from './any-patch.ts'
import type { Chosen } from './patch-batches.ts'

/** The most operations of a JSON Patch that is applied to many records. */
const MOST_OPERATIONS = 50

/**
 * Throws INVALID for a bulk patch with an invalid patch or too many operations, or unless it has either a pattern or ids. The body's own schema
 * does not describe the patch, because the validator of patches exists already.
 */
export function checkManyPatch(patch: AnyPatch, { pattern, ids }: Chosen): void {
  const fieldErrors = Object.fromEntries(
    Object.entries(validationProblems(anyPatch, patch)).map(([pointer, problems]) => [`/patch${pointer}`, problems]),
  )
  if (Array.isArray(patch) && patch.length > MOST_OPERATIONS)
    fieldErrors['/patch'] = [problem('error.items.maximum', MOST_OPERATIONS)]
  if ((pattern === undefined) === (ids === undefined))
    fieldErrors[ids ? '/ids' : '/pattern'] = [problem('error.oneOf', 'pattern', 'ids')]
  if (Object.keys(fieldErrors).length > 0) throw notValid('The body', { fieldErrors })
}
