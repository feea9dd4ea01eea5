import type { Origin } from '../../machine/callers/origin.ts'
import { isObject } from '../../machine/json/json.ts'
import type { ChangeEvent } from '../../machine/log/event.ts'
import { ERASED } from '../../machine/log/mask-log.ts'

/** A user as the log knows it. */
export interface Person {
  readonly id: string
  /** E-mail addresses and ids at identity providers. They are replaced wherever they are a value. */
  readonly addresses: readonly string[]
  /** Names, which others may have, too: they are replaced in events about the user alone. */
  readonly names: readonly string[]
}

/** Adds the addresses and names in a record of a user. */
export function textsOf(
  record: unknown,
  id: string,
  { addresses, names }: { readonly addresses: Set<string>; readonly names: Set<string> },
): void {
  if (!isObject(record) || record.id !== id) return
  const { email, name, identity } = record
  if (typeof email === 'string' && email !== '') addresses.add(email)
  if (isObject(identity) && typeof identity.subject === 'string') addresses.add(identity.subject)
  if (typeof name === 'string' && name !== '') names.add(name)
}

/**
 * An event with marks in place of a user; `undefined` if it has nothing of the user. `isOwn` selects the events about the
 * user, from which the addresses are known; otherwise all other events.
 */
export function maskUser(event: ChangeEvent, person: Person, { isOwn }: { isOwn: boolean }): ChangeEvent | undefined {
  if (isAbout(event, person.id) !== isOwn) return undefined
  const { id, addresses, names } = person
  const wide = new Set(id.includes('@') ? [id, ...addresses] : addresses)
  const all = isOwn ? new Set([id, ...addresses, ...names]) : wide
  const replaced = (text: string, member: string) => all.has(text) || (member === 'owner' && text === id)
  const { payload, oldValue, key, authInfo, ...rest } = event
  const masked: ChangeEvent = {
    ...rest,
    key: isOwn && key === id ? ERASED : key,
    payload: withMarks(payload, replaced),
    ...(oldValue !== undefined && { oldValue: withMarks(oldValue, replaced) }),
    ...originWithout(
      { ...(authInfo && { authInfo }), ...(rest.reason !== undefined && { reason: rest.reason }) },
      person,
    ),
  }
  return JSON.stringify(masked) === JSON.stringify({ ...rest, key, payload, oldValue, authInfo }) ? undefined : masked
}

/** An origin of events without a user: not its author, and no address in its reason. */
export function originWithout<O extends Partial<Origin>>(origin: O, { id, addresses }: Person): O {
  const { authInfo, reason } = origin
  const isAuthor = authInfo?.kind === 'User' && authInfo.id === id
  return {
    ...origin,
    ...(isAuthor && { authInfo: { ...authInfo, id: ERASED, name: ERASED } }),
    ...(reason !== undefined && { reason: [id, ...addresses].reduce(withoutAddress, reason) }),
  }
}

const withoutAddress = (reason: string, text: string) => (text.includes('@') ? reason.replaceAll(text, ERASED) : reason)

/** Whether an event is about the record of a user, or about its deletion among others. */
const isAbout = ({ domain, key, payload, oldValue }: ChangeEvent, id: string): boolean =>
  domain === 'User' && (key === id || [payload, oldValue].some((record) => isObject(record) && record.id === id))

function withMarks(value: unknown, isPersonal: (text: string, member: string) => boolean, member = ''): unknown {
  if (typeof value === 'string') return isPersonal(value, member) ? ERASED : value
  if (Array.isArray(value)) return value.map((one) => withMarks(one, isPersonal, member))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMarks(one, isPersonal, name)]))
}
