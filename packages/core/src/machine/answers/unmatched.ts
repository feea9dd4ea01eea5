import { problem, SignalboxError } from '../errors/errors.ts'

/** The failure of a write that would ignore `If-Match`, because it does not concern one record with a version. */
export const unmatched = () =>
  new SignalboxError(
    'INVALID',
    'This call does not take the header If-Match: pass the versions in the changes of a commit or in the query of an upload, or omit the header',
    { fieldErrors: { 'If-Match': [problem('error.match.unsupported')] } },
  )

/** The failure of a write with an empty `If-Match`, which would be unconditional although the caller meant a condition. */
export const emptyMatch = () =>
  new SignalboxError(
    'INVALID',
    'The header If-Match is empty: send the ETag of the record, or * for any version, or leave the header out',
    { fieldErrors: { 'If-Match': [problem('error.length.minimum', 1)] } },
  )
