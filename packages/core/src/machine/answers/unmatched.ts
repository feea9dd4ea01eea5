import { problem, SignalboxError } from '../errors/errors.ts'

/** The failure of a write that would ignore `If-Match`, because it does not concern one record with a version. */
export const unmatched = () =>
  new SignalboxError(
    'INVALID',
    'This call does not take the header If-Match: pass the versions in the changes of a commit or in the query of an upload, or omit the header',
    { fieldErrors: { 'If-Match': [problem('error.match.unsupported')] } },
  )
