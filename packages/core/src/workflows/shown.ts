import { setOwn } from '../json.ts'
import { MASK } from '../records/secrets.ts'
import { isSecretName, isSecretParameter } from '../secret-names.ts'
import type { Masking } from './masking.ts'
import { createMasking, LONGEST_SECRET } from './masking.ts'
import { namesOf } from './names.ts'

/** Longer values are cut in the journal, by characters. */
const LONGEST_VALUE = 1000

/**
 * A value as a journal shows it: no more of it than is worth reading, which is the beginnings of texts, lists and objects, and how much
 * more there is; with a mask for what is called a secret, as members (`password`, `access_token`, `Set-Cookie`) or as
 * parameters in texts (`?api_key=…`). What is masked as a member is learned, and
 * what is known already is masked wherever it stands.
 */
export function shown(value: unknown, { learn, mask }: Masking = createMasking()): unknown {
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

/** So many parts of a value are looked at for secrets. */
const MOST_PARTS = 10_000

/** What is called a secret in a value, at any depth of what is looked at. */
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

/** A text, cut where it is longer than is worth reading. */
export const shortText = (text: string): string =>
  text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text

/** Numbers and booleans are counts and states more often than secrets. */
const isSecret = (name: string, value: unknown): boolean =>
  (typeof value === 'string' || (typeof value === 'object' && value !== null)) && isSecretName(name)

function maskedParameters(text: string): string {
  if (!text.includes('=')) return text
  return text.replace(/(^|[?&#])([^=&?#\s]{1,100})=[^&#\s]+/g, (whole, before: string, name: string) =>
    (before === '' ? isSecretName : isSecretParameter)(name) ? `${before}${name}=${MASK}` : whole,
  )
}
