import { misfit } from '../errors/errors.ts'

/**
 * A reason as the value of the header `X-Change-Reason`: percent-encoded where it is not printable ASCII, and at its ends where
 * headers lose spaces. Throws INVALID for half of a surrogate pair, which cannot be encoded.
 */
export function reasonToHeader(reason: string): string {
  if (/\p{Cs}/u.test(reason))
    throw misfit('reason', reason, 'string', 'The call is invalid: reason must be Unicode text')
  return reason.replace(/[^ -$&-~]+|^ +| +$/gu, encodeURIComponent)
}

/** The reason in the header `X-Change-Reason`, percent-encoded or as it is. */
export function reasonFromHeader(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
