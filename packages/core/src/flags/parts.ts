import { createAuthors } from '../features/authors.ts'
import { liveFeatures } from '../features/live.ts'
import { createFollower } from '../machine/log/follower.ts'
import { createCommits, type Judge, type Kind } from '../machine/records/commit.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { defaultLimits, type Limits } from '../machine/schema/limits.ts'
import { createClosing } from '../machine/time/closing.ts'
import { timeZone } from '../machine/time/time.ts'
import { idleWait, realWait } from '../machine/time/wait.ts'
import { memoryStore, textsAtOnce } from '../memory/store.ts'
import type { Random, Reads, Store } from '../ports.ts'
import { liveScripts } from '../scripts/live.ts'
import { createRunner } from '../scripts/runner.ts'
import { guarded } from '../telemetry/guarded.ts'
import { collections } from './collections.ts'
import type { FlagsOptions } from './options.ts'

/** Which records an instance has, and who judges their commits. */
interface Governed {
  readonly kinds: readonly Kind[]
  /** @default none */
  readonly judges?: (store: Reads) => readonly Judge[]
}

/** Creates what the slices of an instance share. Options that are `undefined` count as missing. */
export function createParts(options: FlagsOptions & Partial<Limits>, { kinds, judges }: Governed) {
  const { clock = Date.now, random = secureRandom, report = console.error, wait = realWait } = options
  const { store = memoryStore({ clock }), bucketing = 'murmur3', assignment = 'balanced' } = options
  const { earlierForm = false, loadOnWrite = true, telemetry: told = {} } = options
  const telemetry = guarded(told, report)
  const limits = { ...defaultLimits, ...given({ bodyLimit: options.bodyLimit, apiBodyLimit: options.apiBodyLimit }) }
  checkStore(store)
  const zone = timeZone(options.timeZone ?? 'UTC')
  const mostScripts = atLeastOne('scriptsPerCall', options.scriptsPerCall ?? 1000)
  const closing = createClosing()
  const follower = createFollower({ store, clock, report, wait })
  const { applied } = follower
  const commits = createCommits({ store, kinds, others: collections, judges: judges?.(store) ?? [] })
  const { commit, note, judge, holdsRecords } = commits
  const instance: Instance = { store, commit, note, clock, zone, ...limits, closing: closing.signal, applied }
  const storedNow = (collection: string) => textsAtOnce(store, collection)
  const live = liveFeatures({ store, follower, report, loadOnWrite, storedNow, telemetry }, { clock, zone, bucketing })
  return {
    instance,
    /** The store itself. Slices get `instance`, which writes only by its two functions. */
    store,
    kinds,
    judge,
    holdsRecords,
    follower,
    closing,
    random,
    report,
    telemetry,
    wait,
    waitIdly: options.wait ?? idleWait,
    live,
    environment: live.environment,
    assignment,
    earlierForm,
    mostScripts,
    runner: createRunner(options.scripts),
    scripts: liveScripts({ store, follower }),
    authors: createAuthors({ store, follower }),
  }
}

/** What the slices of an instance share. */
export type FlagsParts = ReturnType<typeof createParts>

const given = (limits: Readonly<Record<keyof Limits, number | undefined>>): Partial<Limits> =>
  Object.fromEntries(Object.entries(limits).filter(([, value]) => value !== undefined))

/** Returns an option that must be a whole number of at least 1. Throws a `RangeError` for any other. */
export function atLeastOne(name: string, value: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isSafeInteger(value) && value >= 1 && value <= most) return value
  const range = most === Number.MAX_SAFE_INTEGER ? 'of at least 1' : `from 1 to ${most}`
  throw new RangeError(`The option "${name}" is ${JSON.stringify(value)}: expected a whole number ${range}`)
}

const secureRandom: Random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes))

/** Releases the parts, after the slices have ended. */
export async function closeParts({ follower, runner, store }: FlagsParts): Promise<void> {
  await follower.close()
  await runner.close()
  await store.close?.()
}

const functions = ['get', 'scan', 'count', 'commit', 'read', 'head', 'watch', 'trim'] as const satisfies (keyof Store)[]

/**
 * Throws a `TypeError` for a value that is not a store: an address, a store that was not awaited, another object. The
 * message says what to do.
 */
function checkStore(store: unknown): asserts store is Store {
  if (typeof store === 'string') throw noStore('a string', 'open one, as in `store: await openSqlite(path)`')
  if (typeof (store as PromiseLike<unknown> | null)?.then === 'function')
    throw noStore('a promise', 'await it, as in `store: await openSqlite(path)`')
  if (typeof store !== 'object' || store === null) throw noStore(`${store}`, 'omit it to keep everything in memory')
  const missing = functions.filter((name) => typeof (store as Partial<Store>)[name] !== 'function')
  if (missing.length > 0) throw noStore('another object', `it lacks ${missing.map((name) => `${name}()`).join(', ')}`)
}

const noStore = (what: string, advice: string) =>
  new TypeError(`The option "store" must be a store, not ${what}: ${advice}`)
