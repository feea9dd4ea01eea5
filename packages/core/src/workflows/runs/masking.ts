import { isObject, own, setOwn } from '../../machine/json/json.ts'
import { MASK } from '../../machine/records/secrets/secrets.ts'
import { namesOf } from './names-of.ts'

/** Shorter values are not masked, because they would match parts of ordinary text. In characters. */
const SHORTEST = 8
/**
 * Only the beginning of a longer secret is searched for, which is more than a journal shows of a text. In characters.
 */
export const LONGEST_SECRET = 4096
/** Number of secrets remembered, the newest ones, so that masking stays cheap. */
const MOST_KNOWN = 32

/** The secrets that a run has seen, which must not be shown. */
export interface Masking {
  /** Treats the texts in a value as secrets from now on. */
  learn(value: unknown): void
  /**
   * Replaces all known secrets in texts and member names by a mask. The result is never longer; if nothing is secret it
   * is equal.
   */
  mask<T>(value: T): T
}

/** Creates a masking without known secrets. */
export function createMasking(): Masking {
  const known = new Set<string>()
  let longestFirst: readonly string[] = []

  function remember(text: string): void {
    const secret = text.slice(0, LONGEST_SECRET)
    if (secret.length < SHORTEST || secret === MASK || known.has(secret)) return
    known.add(secret)
    const [oldest] = known
    if (known.size > MOST_KNOWN) known.delete(oldest!)
    longestFirst = [...known].sort((a, b) => b.length - a.length)
  }

  return {
    learn: (value) => {
      for (const text of textsIn(value, MOST_KNOWN)) remember(text)
    },
    mask: (value) => (known.size === 0 ? value : (masked(value, longestFirst) as typeof value)),
  }
}

/** Returns the texts in a value, looking at no more than `most` parts. */
function textsIn(value: unknown, most: number): string[] {
  const found: string[] = []
  const open = [value]
  for (const part of open.values()) {
    const left = Math.max(0, most - open.length)
    if (typeof part === 'string') found.push(part)
    else if (Array.isArray(part)) open.push(...part.slice(0, left))
    else if (isObject(part)) for (const name of namesOf(part).slice(0, left)) open.push(own(part, name))
  }
  return found
}

function masked(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === 'string') return maskedText(value, secrets)
  if (Array.isArray(value)) return value.map((one) => masked(one, secrets))
  if (!isObject(value)) return value
  const copy = {}
  for (const [name, member] of Object.entries(value)) setOwn(copy, maskedText(name, secrets), masked(member, secrets))
  return copy
}

const maskedText = (text: string, secrets: readonly string[]): string =>
  text.length < SHORTEST ? text : secrets.reduce((masked, secret) => masked.replaceAll(secret, MASK), text)
