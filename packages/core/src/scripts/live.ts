import type { Follower } from '../events/follower.ts'
import type { Ports } from '../ports.ts'
import type { GlobalScript, Source } from './script.ts'

/** The sources of global scripts, in memory, as fresh as the store's log. */
export interface LiveScripts {
  /** The source of a script; `undefined` while there is no such script. */
  find(id: string): Promise<Source | undefined>
}

/** Remembers each script that was asked for until it changes. */
export function liveScripts({ store, follower }: Pick<Ports, 'store'> & { follower: Follower }): LiveScripts {
  const known = new Map<string, Promise<Source | undefined>>()
  follower.on(({ domain, key }) => {
    if (domain === 'Script') known.delete(key)
  })

  async function load(id: string): Promise<Source | undefined> {
    await follower.start()
    return ((await store.get('scripts', id))?.value as GlobalScript | undefined)?.source
  }

  return {
    find(id) {
      const found = known.get(id) ?? load(id)
      known.set(id, found)
      found.catch(() => known.delete(id))
      return found
    },
  }
}
