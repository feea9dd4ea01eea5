import { isObject, own, setOwn } from '../json.ts'
import { MASK } from '../records/secrets.ts'
import { namesOf } from './names.ts'

/** Shorter values are told: they would stand in the middle of what is no secret. In characters. */
const SHORTEST = 8
/** Of longer values the beginning is looked for, which is more than a journal shows of a text. In characters. */
export const LONGEST_SECRET = 4096
/** Of so many secrets the last ones are known, so that looking for them stays cheap. */
const MOST_KNOWN = 32

/** The secrets that a run has come across, which it tells nobody. */
export interface Masking {
  /** Learns the texts in a value: from now on they are secrets. */
  learn(value: unknown): void
  /** A value with a mask in the place of every secret that its texts and names repeat; the same where there is none. Never longer. */
  mask<T>(value: T): T
}

/** Knows no secrets yet. */
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

/** The first texts in a value, looking at no more than so many parts. */
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
