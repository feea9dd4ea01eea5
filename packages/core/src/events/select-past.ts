import type { Caller } from '../machine/callers/caller.ts'
import type { Domains } from '../machine/callers/domains.ts'
import { matches } from '../machine/keys/pattern.ts'
import type { ChangeEvent } from '../machine/log/event.ts'
import { readDomains, readTypes } from './read-names.ts'
import { isVisible } from './visible.ts'

/** Which past events a caller asks for. Events must fit every member. */
export interface PastSelection {
  readonly domains?: string | undefined
  readonly types?: string | undefined
  readonly patterns?: string | undefined
  readonly pattern?: string | undefined
  readonly key?: string | undefined
  readonly author?: string | undefined
}

/**
 * Returns whether an event was asked for and may be seen by the caller, as in streams. Throws INVALID for unknown domains
 * and types.
 */
export function selectPast(
  { domains: named, types, patterns = '*', pattern = '*', key, author }: PastSelection,
  caller: Caller,
  domains: Domains,
): (event: ChangeEvent) => boolean {
  const wanted = new Set(readDomains(named, domains))
  const wantedTypes = new Set(readTypes(types, domains))
  return (event) =>
    wanted.has(event.domain) &&
    wantedTypes.has(event.type) &&
    (key === undefined || event.key === key) &&
    (author === undefined || event.authInfo?.id === author) &&
    matches(patterns, event.key) &&
    matches(pattern, event.key) &&
    isVisible(event, caller, domains)
}
