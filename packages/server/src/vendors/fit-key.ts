import { createHash } from 'node:crypto'
import type { Finding } from './vendor.ts'

/** Ids for the keys of another product. */
export interface FittedKeys {
  /** The id of a flag or segment of the other product. Throws an `Error` for a key that was not passed to `fitKeys`. */
  idOf(key: string): string
  /** An id below another one, such as `checkout:variant`, that no key has. The same for the same arguments. */
  below(id: string, name: string): string
  /** What to keep in the metadata of the record of a key: where it came from. */
  originOf(key: string): Origin
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
  for (const [fitted, group] of byFitted)
    for (const key of group.toSorted())
      ids.set(key, key === fitted || group.length === 1 ? fitted : untaken(`${fitted}-${digest(key)}`, taken))
  return {
    idOf(key) {
      const id = ids.get(key)
      if (id === undefined) throw new Error(`The key ${key} has not been fitted`)
      return id
    },
    below: (id, name) => belowUntaken(`${id}:${fit(name)}`, taken),
    originOf: (key) => ({ importedFrom: { product, key } }),
    findings: [...ids].flatMap(([key, id]) => (key === id ? [] : [renamed(key, id)])),
  }
}

/** Ids have at most 512 characters. This leaves room for suffixes and for ids below. */
const LONGEST = 400
/** Ids must not be `.` or `..`, and their parts must not be empty. */
const isId = (key: string): boolean => /^(?!\.{1,2}$)[\w@.-]+(:[\w@.-]+)*$/.test(key) && key.length <= LONGEST

/** Letters lose their accents; every other run of characters that ids cannot have becomes a hyphen. */
function fit(key: string): string {
  if (isId(key)) return key
  const plain = key.normalize('NFKD').replace(/\p{M}+/gu, '')
  const parts = plain.split(':').map((part) => part.replace(/[^\w@.-]+/g, '-').replace(/^-+|-+$/g, ''))
  const fitted = parts.filter((part) => part !== '').join(':')
  if (!/\w/.test(fitted)) return `flag-${digest(key)}`
  return fitted.length <= LONGEST ? fitted : `${fitted.slice(0, LONGEST - 20).replace(/:$/, '')}-${digest(key)}`
}

const digest = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 8)

/** The id, or the first one with a number after it that nothing has. Takes it. */
function untaken(id: string, taken: Set<string>): string {
  const free = belowUntaken(id, taken)
  taken.add(free)
  return free
}

function belowUntaken(id: string, taken: ReadonlySet<string>): string {
  for (let i = 1; ; i++) {
    const one = i === 1 ? id : `${id}-${i}`
    if (!taken.has(one)) return one
  }
}

const renamed = (flag: string, id: string): Finding => ({
  flag,
  what: 'The key does not fit the ids of Signalbox',
  instead: `The id is ${id}; metadata.importedFrom keeps the old key`,
  severity: 'changed',
})
