import { createHash } from 'node:crypto'
import { isJson } from '../otoroshi/findings.ts'
import type { Finding } from './vendor.ts'

/** Ids for the keys of another product. */
export interface FittedKeys {
  /** The id of a flag or segment of the other product. Throws an `Error` for a key that was not passed to `fitKeys`. */
  idOf(key: string): string
  /**
   * An id below another one, such as `checkout:variant`, that nothing else has. The same for the same id and purpose.
   * The purpose is the name, if it is not given.
   */
  below(id: string, name: string, purpose?: readonly unknown[]): string
  /** What to keep in the metadata of the record of a key: where it came from, and what few should read of it. */
  originOf(key: string, more?: unknown): Origin
  /** One for each key that had to change. */
  readonly findings: readonly Finding[]
}

/** The metadata of an imported record. */
export type Origin = {
  readonly importedFrom: { readonly product: string; readonly key: string }
}

/**
 * Makes ids from the keys of another product. A key that is an id already stays as it is. The others are changed to fit,
 * and get a digest of the key as a suffix if two keys would have the same id. The order of the keys does not matter, so
 * that the same export has the same ids each time.
 */
export function fitKeys(keys: Iterable<string>, product: string): FittedKeys {
  const byFitted = new Map<string, string[]>()
  for (const key of new Set(keys)) {
    const fitted = fit(key)
    const others = byFitted.get(fitted)
    if (others) others.push(key)
    else byFitted.set(fitted, [key])
  }
  const taken = new Set(byFitted.keys())
  const ids = new Map<string, string>()
  const idsBelow = new Map<string, string>()
  for (const [fitted, group] of byFitted)
    for (const key of group.toSorted())
      ids.set(key, key === fitted || group.length === 1 ? fitted : untaken(`${fitted}-${digest(key)}`, taken))
  return {
    idOf(key) {
      const id = ids.get(key)
      if (id === undefined) throw new Error(`The key ${key} has not been fitted`)
      return id
    },
    below(id, name, purpose = [name]) {
      const key = JSON.stringify([id, ...purpose])
      const known = idsBelow.get(key)
      if (known !== undefined) return known
      const free = untaken(`${id}:${fit(name)}`, taken)
      idsBelow.set(key, free)
      return free
    },
    originOf: (key, more) => ({ importedFrom: { product, key, ...(isJson(more) && more) } }),
    findings: [...ids].flatMap(([key, id]) => (key === id ? [] : [renamed(key, id)])),
  }
}

/** Ids have at most 512 characters. This leaves room for suffixes and for ids below. */
const MOST_CHARACTERS = 400
/** Ids must not be `.` or `..`, and their parts must not be empty. */
const isId = (key: string): boolean => /^(?!\.{1,2}$)[\w@.-]+(:[\w@.-]+)*$/.test(key) && key.length <= MOST_CHARACTERS

/** Letters lose their accents; every other run of characters that ids cannot have becomes a hyphen. */
function fit(key: string): string {
  if (isId(key)) return key
  const plain = key.normalize('NFKD').replace(/\p{M}+/gu, '')
  const parts = plain.split(':').map((part) => withoutOuterHyphens(part.replace(/[^\w@.-]+/g, '-')))
  const fitted = parts.filter((part) => part !== '').join(':')
  if (!/\w/.test(fitted)) return `flag-${digest(key)}`
  return fitted.length <= MOST_CHARACTERS
    ? fitted
    : `${fitted.slice(0, MOST_CHARACTERS - 20).replace(/:$/, '')}-${digest(key)}`
}

/** In linear time, whatever the text: `/-+$/` starts again at each hyphen. */
function withoutOuterHyphens(text: string): string {
  let [from, to] = [0, text.length]
  while (text[from] === '-') from++
  while (to > from && text[to - 1] === '-') to--
  return text.slice(from, to)
}

const digest = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** The id, or the first one with a number after it that nothing has. Takes it. */
function untaken(id: string, taken: Set<string>): string {
  let free = id
  for (let i = 2; taken.has(free); i++) free = `${id}-${i}`
  taken.add(free)
  return free
}

const renamed = (flag: string, id: string): Finding => ({
  flag,
  what: 'The key does not fit the ids of Signalbox',
  instead: `The id is ${id}; metadata.importedFrom keeps the old key`,
  severity: 'changed',
})
