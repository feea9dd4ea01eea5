import { failure, problem } from '../errors/errors.ts'

/** The entity tag (RFC 9110) of a version. */
export const toTag = (version: string): string => `"${version}"`

/**
 * The version in a response's `ETag` header; `undefined` without a tag. A weak tag counts, because the service sends
 * strong ones: proxies that compress responses weaken them.
 */
export const fromTag = (header: string | null): string | undefined => header?.match(/^(?:W\/)?"(.*)"$/)?.[1]

/** Whether a header lists this entity tag; `*` matches any. Weak tags match only with `weak`. */
export function isTagIn(header: string, etag: string, weak = false): boolean {
  const tags = header.split(',').map((one) => one.trim())
  return tags.some((one) => one === '*' || one === etag || (weak && one === `W/${etag}`))
}

/** Throws PRECONDITION_FAILED if `If-Match` does not name the version of the record, or if the record does not exist. */
export function checkMatch(ifMatch: string | undefined, kind: string, id: string, version: string | undefined): void {
  if (ifMatch === undefined || (version !== undefined && isTagIn(ifMatch, toTag(version)))) return
  throw failure(
    'PRECONDITION_FAILED',
    version === undefined
      ? `${kind} ${id} does not exist, so it has no version ${ifMatch}; read it again`
      : `${kind} ${id} has changed: its version is "${version}" now, not ${ifMatch}; read it again`,
    problem('error.version', id),
  )
}
