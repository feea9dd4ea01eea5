import { failure, problem } from '../errors.ts'

/** The entity tag (RFC 9110) of a version. */
export const toTag = (version: string): string => `"${version}"`

/** The version in the header `ETag` of an answer; `undefined` for a weak tag, and for none. */
export const fromTag = (header: string | null): string | undefined => header?.match(/^"(.*)"$/)?.[1]

/** Whether one of the entity tags of a header is this one; `*` is any. Weak tags count when `weak` is asked for. */
export function isTagIn(header: string, etag: string, weak = false): boolean {
  const tags = header.split(',').map((one) => one.trim())
  return tags.some((one) => one === '*' || one === etag || (weak && one === `W/${etag}`))
}

/** Refuses a call whose `If-Match` names other versions than the record's. */
export function checkMatch(ifMatch: string | undefined, kind: string, id: string, version: string): void {
  if (ifMatch === undefined || isTagIn(ifMatch, toTag(version))) return
  throw failure(
    'PRECONDITION_FAILED',
    `${kind} ${id} has changed: its version is "${version}" now, not ${ifMatch}; read it again`,
    problem('error.version', id),
  )
}
