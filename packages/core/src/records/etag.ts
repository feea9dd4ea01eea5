import { failure, problem } from '../errors.ts'

const versions = new WeakMap<object, string>()

/** Remembers which version of a record this answer shows. */
export function tag<T extends object>(record: T, version: string | undefined): T {
  if (version !== undefined) versions.set(record, version)
  return record
}

/** The version of a record that a call answered. */
export const versionOf = (record: object): string | undefined => versions.get(record)

/** The entity tag (RFC 9110) of a record that a call answered; pass it as `ifMatch` to guard the next write. `undefined` for anything else. */
export function etagOf(record: object): string | undefined {
  const version = versions.get(record)
  return version === undefined ? undefined : `"${version}"`
}

/** Remembers the entity tag that came with an answer over HTTP. */
export function tagFromHeader<T extends object>(record: T, header: string | null): T {
  return tag(record, header?.match(/^"(.*)"$/)?.[1])
}

/** Whether one of the entity tags of a header is this one; `*` is any. Weak tags count when `weak` is asked for. */
export function isTagIn(header: string, etag: string, weak = false): boolean {
  const tags = header.split(',').map((one) => one.trim())
  return tags.some((one) => one === '*' || one === etag || (weak && one === `W/${etag}`))
}

/** Refuses a call whose `If-Match` names other versions than the record's. */
export function checkMatch(ifMatch: string | undefined, kind: string, id: string, version: string): void {
  if (ifMatch === undefined || isTagIn(ifMatch, `"${version}"`)) return
  throw failure(
    'PRECONDITION_FAILED',
    `${kind} ${id} has changed: its version is "${version}" now, not ${ifMatch}; read it again`,
    problem('error.version', id),
  )
}
