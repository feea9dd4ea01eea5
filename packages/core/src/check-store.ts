import type { Store } from './ports.ts'

const functions = ['get', 'scan', 'count', 'commit', 'read', 'head', 'watch', 'trim'] as const satisfies (keyof Store)[]

/**
 * Throws a `TypeError` for a value that is not a store: an address, a store that was not awaited, another object. The
 * message says what to do.
 */
export function checkStore(store: unknown): asserts store is Store {
  if (typeof store === 'string') throw noStore('a string', 'open one, as in `store: await openSqlite({ path })`')
  if (typeof (store as PromiseLike<unknown> | null)?.then === 'function')
    throw noStore('a promise', 'await it, as in `store: await openSqlite({ path })`')
  if (typeof store !== 'object' || store === null) throw noStore(`${store}`, 'omit it to keep everything in memory')
  const missing = functions.filter((name) => typeof (store as Partial<Store>)[name] !== 'function')
  if (missing.length > 0) throw noStore('another object', `it lacks ${missing.map((name) => `${name}()`).join(', ')}`)
}

const noStore = (what: string, advice: string) =>
  new TypeError(`The option "store" must be a store, not ${what}: ${advice}`)
