import { setOwn } from '../../machine/json/json.ts'
import { MASK } from '../../machine/records/secrets/secrets.ts'
import { isSecretInQuery, isSecretName } from '../../machine/secrets/secret-names.ts'
import { createMasking, LONGEST_SECRET, type Masking } from './masking.ts'
import { namesOf } from './names-of.ts'

/** Maximum length of values in the journal, in characters. */
const LONGEST_VALUE = 1000

/**
 * Shortens and masks a value for the journal. Only the beginnings of texts, lists and objects are kept, with how much
 * is missing. Members with secret names (`password`, `access_token`, `Set-Cookie`) and parameters with secret names in
 * texts (`?api_key=…`) are masked. Masked members are also learned as secrets, and known secrets are masked wherever
 * they appear.
 */
export function shortenForLog(value: unknown, { learn, mask }: Masking = createMasking()): unknown {
  let left = LONGEST_VALUE
  const shorten = (part: unknown): unknown => {
    if (typeof part === 'string') {
      const room = Math.max(0, left)
      left -= part.length + 2
      const text = maskedParameters(mask(part.slice(0, room + LONGEST_SECRET)).slice(0, room))
      return part.length <= room ? text : `${text}… (${part.length} characters)`
    }
    left -= 5
    if (Array.isArray(part)) return shortenList(part)
    return typeof part === 'object' && part !== null ? shortenObject(part) : part
  }
  const shortenList = (list: readonly unknown[]): unknown[] => {
    const kept: unknown[] = []
    for (const item of list) {
      if (left <= 0) return [...kept, `… (${list.length - kept.length} more)`]
      kept.push(shorten(item))
    }
    return kept
  }
  const shortenObject = (object: object): object => {
    const kept = {}
    const names = namesOf(object)
    for (const [index, name] of names.entries()) {
      if (left <= 0) {
        setOwn(kept, '…', `(${names.length - index} more)`)
        return kept
      }
      left -= name.length
      const member = (object as Record<string, unknown>)[name]
      const isHidden = isSecret(name, member)
      if (isHidden) learn(member)
      setOwn(kept, shortText(name), isHidden ? MASK : shorten(member))
    }
    return kept
  }
  return shorten(value)
}

/** Number of parts of a value that are searched for secrets. */
const MOST_PARTS = 10_000

/** Returns the members with secret names in a value, at any depth. */
export function secretsIn(value: unknown): unknown[] {
  const found: unknown[] = []
  const open = [value]
  for (const part of open.values()) {
    if (typeof part !== 'object' || part === null) continue
    for (const [name, member] of Object.entries(part).slice(0, Math.max(0, MOST_PARTS - open.length)))
      if (isSecret(name, member)) found.push(member)
      else open.push(member)
  }
  return found
}

/** Shortens a text for the journal. */
export const shortText = (text: string): string =>
  text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text

/** Whether a member is a secret. Numbers and booleans are not, because they are usually counts and states. */
const isSecret = (name: string, value: unknown): boolean =>
  (typeof value === 'string' || (typeof value === 'object' && value !== null)) && isSecretName(name)

function maskedParameters(text: string): string {
  if (!text.includes('=')) return text
  return text.replace(/(^|[?&#])([^=&?#\s]{1,100})=[^&#\s]+/g, (whole, before: string, name: string) =>
    (before === '' ? isSecretName : isSecretInQuery)(name) ? `${before}${name}=${MASK}` : whole,
  )
}
