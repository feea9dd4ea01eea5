import { type Caller, may } from '../machine/callers/caller.ts'
import type { Domains } from '../machine/callers/domains.ts'
import { isObject, own } from '../machine/json/json.ts'
import type { ChangeEvent } from '../machine/log/event.ts'

/**
 * Whether a caller may see an event. Some domains are checked by a member of the payload instead of the key: bindings
 * by the id of their experiment.
 */
export function isVisible(
  { type, domain, key, payload }: ChangeEvent,
  caller: Caller,
  { forAdmins, eventOwners }: Domains,
): boolean {
  if (caller.isAdmin) return true
  if (forAdmins.has(domain) || type.endsWith('S_DELETED')) return false
  const member = eventOwners.get(domain)
  const owner = member !== undefined && isObject(payload) ? own(payload, member) : undefined
  return may(caller, 'R', domain, typeof owner === 'string' ? owner : key)
}
