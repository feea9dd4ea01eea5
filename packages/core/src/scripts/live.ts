import type { Follower } from '../machine/log/follower.ts'
import type { InstancePorts } from '../ports.ts'
import type { GlobalScript, Source } from './script.ts'

/** The sources of global scripts in memory, kept up to date with the store's log. */
export interface LiveScripts {
  /** The source of a script; `undefined` while it does not exist. */
  find(id: string): Promise<Source | undefined>
}

/** Caches each requested script until it changes. */
export function liveScripts({ store, follower }: Pick<InstancePorts, 'store'> & { follower: Follower }): LiveScripts {
  const load = async (id: string) => ((await store.get('scripts', id))?.value as GlobalScript | undefined)?.source
  return { find: follow({ follower, domain: 'Script', load }) }
}

interface Followed<T> {
  readonly follower: Follower
  readonly domain: string
  readonly load: (id: string) => Promise<T>
}

/**
 * Caches what `load` returns for each requested record, until an event of its domain says that the record has changed.
 */
export function follow<T>({ follower, domain, load }: Followed<T>): (id: string) => Promise<T> {
  const known = new Map<string, Promise<T>>()
  follower.on((event) => {
    if (event.domain === domain) known.delete(event.key)
  })
  return (id) => {
    const found = known.get(id) ?? follower.start().then(() => load(id))
    known.set(id, found)
    found.catch(() => known.delete(id))
    return found
  }
}
