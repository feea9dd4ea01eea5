import type { Caller } from '../machine/callers/caller.ts'
import { compilePattern, matches, type Pattern } from '../machine/keys/pattern.ts'

/** That an API key asked for a feature. */
export interface Asker {
  /** The id of the API key. */
  readonly id: string
  /** When it asked last, in epoch milliseconds. */
  readonly at: number
  /** The answer. Absent if the key loaded the feature and evaluates it itself. */
  readonly active?: boolean
}

/** Remembers which features API keys asked this process for in the last hour. */
export interface Heard {
  /** A feature was evaluated for a caller. */
  one(caller: Caller, id: string, active: boolean): void
  /** A caller got all features that match a pattern and that it may read. */
  all(caller: Caller, pattern?: string): void
  /** The API keys that asked for a feature in the last hour, the latest first. */
  askersOf(id: string): Asker[]
}

const API_KEY = 'ApiKey'
const HOUR = 60 * 60_000
/** The most API keys that are remembered. */
const MOST_KEYS = 1000
/** The most features that are remembered of an API key. */
const MOST_IDS = 1000
/** The most patterns that are remembered of an API key. */
const MOST_PATTERNS = 20

interface One {
  at: number
  active: boolean
}

interface Whole {
  at: number
  /** What the key could read then. */
  readable: string
  readonly pattern: Pattern
}

interface OfKey {
  readonly ones: Map<string, One>
  readonly wholes: Map<string, Whole>
}

const memories = new WeakMap<object, Heard>()

/**
 * The memory of an instance, by its live features: what evaluates them in other formats shares it. The instance does
 * not hold it, because this file loads with the first call.
 */
export function heardOf(live: object, clock: () => number): Heard {
  const known = memories.get(live) ?? createHeard(clock)
  memories.set(live, known)
  return known
}

/** Creates the memory of a process. A feature that is asked for again changes what is there, and allocates nothing. */
export function createHeard(clock: () => number): Heard {
  const keys = new Map<string, OfKey>()

  const ofKey = ({ authInfo }: Caller): OfKey | undefined =>
    authInfo?.kind === API_KEY
      ? (keys.get(authInfo.id) ?? added(keys, authInfo.id, { ones: new Map(), wholes: new Map() }, MOST_KEYS))
      : undefined

  return {
    one(caller, id, active) {
      const ones = ofKey(caller)?.ones
      if (!ones) return
      const known = ones.get(id) ?? added(ones, id, { at: 0, active }, MOST_IDS)
      known.at = clock()
      known.active = active
    },
    all(caller, pattern = '*') {
      const wholes = ofKey(caller)?.wholes
      if (!wholes) return
      const known =
        wholes.get(pattern) ??
        added(wholes, pattern, { at: 0, readable: '', pattern: compilePattern(pattern) }, MOST_PATTERNS)
      known.at = clock()
      known.readable = caller.patterns('R', 'Feature')
    },
    askersOf(id) {
      const oldest = clock() - HOUR
      const found: Asker[] = []
      for (const [key, { ones, wholes }] of keys) {
        const one = ones.get(id)
        let latest: Asker | undefined = one && { id: key, ...one }
        for (const { at, readable, pattern } of wholes.values())
          if (at > (latest?.at ?? oldest) && pattern.matches(id) && matches(readable, id)) latest = { id: key, at }
        if (latest && latest.at > oldest) found.push(latest)
      }
      return found.sort((a, b) => b.at - a.at)
    },
  }
}

/** Adds an entry, in place of the one that was added first if there are too many. */
function added<V>(entries: Map<string, V>, key: string, value: V, most: number): V {
  if (entries.size >= most) entries.delete(entries.keys().next().value as string)
  entries.set(key, value)
  return value
}
