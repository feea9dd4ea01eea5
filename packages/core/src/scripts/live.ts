import type { Follower } from '../log/follower.ts'
import type { Ports } from '../ports.ts'
import type { GlobalScript, Source } from './script.ts'

/** The sources of global scripts, in memory, as fresh as the store's log. */
export interface LiveScripts {
  /** The source of a script; `undefined` while there is no such script. */
  find(id: string): Promise<Source | undefined>
}

/** Remembers each script that was asked for until it changes. */
export function liveScripts({ store, follower }: Pick<Ports, 'store'> & { follower: Follower }): LiveScripts {
  const load = async (id: string) => ((await store.get('scripts', id))?.value as GlobalScript | undefined)?.source
  return { find: follow({ follower, domain: 'Script', load }) }
}

interface Followed<T> {
  readonly follower: Follower
  readonly domain: string
  readonly load: (id: string) => Promise<T>
}

/** Remembers what is loaded for each record that is asked for, until an event of its domain says that it has changed. */
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
