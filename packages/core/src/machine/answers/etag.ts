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

/**
 * Throws PRECONDITION_FAILED if `If-Match` does not name the version of the record, or if the record does not exist. Weak tags
 * count, because proxies that compress responses weaken them: tags name versions, so an equal one is the same record.
 */
export function checkMatch(ifMatch: string | undefined, kind: string, id: string, version: string | undefined): void {
  if (ifMatch === undefined || (version !== undefined && isTagIn(ifMatch, toTag(version), true))) return
  throw failure(
    'PRECONDITION_FAILED',
    version === undefined
      ? `${kind} ${id} does not exist, so it has no version ${ifMatch}; read it again`
      : `${kind} ${id} has changed: its version is "${version}" now, not ${ifMatch}; read it again`,
    problem('error.version', id),
  )
}

/** The failure of a create with `If-Match`: nothing matches where nothing exists (RFC 9110, section 13.1.1). */
export const noVersion = (kind: string) =>
  failure(
    'PRECONDITION_FAILED',
    `A new ${kind} has no version, so If-Match cannot match: leave the header out to create the ${kind}, or replace it with PUT`,
    problem('error.version.none'),
  )
