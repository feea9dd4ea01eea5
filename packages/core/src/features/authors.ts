import type { Caller } from '../callers/caller.ts'
import type { Follower } from '../log/follower.ts'
import type { Change, Ports } from '../ports.ts'
import { follow } from '../scripts/live.ts'
import type { Feature } from './feature.ts'

/** Where it is kept who wrote the script of a feature, by the id of the feature. */
const AUTHORS = 'script-authors'

/** Who answers for the scripts of features. */
export interface Authors {
  /**
   * Whose a script is, for engines that share their time: its author, if not an admin. What admins and the embedding program wrote belongs
   * to the first segment of the feature's id, since they write for everybody; a global script belongs to itself.
   */
  ownerOf(feature: Feature): Promise<string>
  /** What a write changes in that: goes into the same commit. */
  changes(next: Feature | undefined, current: Feature | undefined, caller: Caller): Promise<readonly Change[]>
}

/** Authors out of a store, remembered until a feature changes. A prefix would not do for them: a grant of `a*` covers any number of those. */
export function createAuthors({ store, follower }: Pick<Ports, 'store'> & { readonly follower: Follower }): Authors {
  const load = async (id: string) => (await store.get(AUTHORS, id))?.value as string | undefined
  const find = follow({ follower, domain: 'Feature', load })

  async function authorOf(next: Feature, current: Feature | undefined, caller: Caller): Promise<string | undefined> {
    if (isSameScript(next, current)) return load((current as Feature).id)
    return caller.isAdmin || !caller.authInfo ? undefined : `${caller.authInfo.kind}:${caller.authInfo.id}`
  }

  return {
    async ownerOf(feature) {
      if (feature.activationStrategy === 'GLOBAL_SCRIPT') return `script:${feature.parameters.ref}`
      const author = await find(feature.id)
      return author === undefined ? `prefix:${prefixOf(feature.id)}` : `author:${author}`
    },
    async changes(next, current, caller) {
      if (isSameScript(next, current) && next?.id === current?.id) return []
      const author = isScript(next) ? await authorOf(next, current, caller) : undefined
      const id = next?.id
      return [
        ...(isScript(current) && (author === undefined || current.id !== id)
          ? [{ op: 'delete', collection: AUTHORS, key: current.id } as const]
          : []),
        ...(id !== undefined && author !== undefined
          ? [{ op: 'put', collection: AUTHORS, key: id, value: author } as const]
          : []),
      ]
    },
  }
}

/** Whether a feature has a script of its own. */
export const isScript = (feature: Feature | undefined): feature is Extract<Feature, { activationStrategy: 'SCRIPT' }> =>
  feature?.activationStrategy === 'SCRIPT'

/** Whether a feature has the very script that another one, such as its former self, has. */
export const isSameScript = (feature: Feature | undefined, other: Feature | undefined): boolean =>
  isScript(feature) &&
  isScript(other) &&
  feature.parameters.type === other.parameters.type &&
  feature.parameters.script === other.parameters.script

/** The first segment of an id, where there is another behind it. */
const prefixOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf(':')))
