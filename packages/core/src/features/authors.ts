import type { Caller } from '../machine/callers/caller.ts'
import type { Follower } from '../machine/log/follower.ts'
import type { Change, InstancePorts } from '../ports.ts'
import { follow } from '../scripts/live.ts'
import type { Feature } from './feature.ts'

/** The collection with the author of each feature's script, by the id of the feature. */
const AUTHORS = 'script-authors'

/** Who is responsible for the scripts of features. */
export interface Authors {
  /**
   * The owner of a script, for engines that share their time: its author, unless that is an admin. Scripts by admins
   * and by the embedding program belong to the first segment of the feature's id, because admins write for everybody. A
   * global script belongs to itself.
   */
  ownerOf(feature: Feature): Promise<string>
  /** The changes that a write makes to the authors, for the same commit. */
  changes(next: Feature | undefined, current: Feature | undefined, caller: Caller): Promise<readonly Change[]>
}

/**
 * Reads authors from a store and caches each until its feature changes. The prefix of a feature's id would not identify
 * its author: a caller with a grant of `a*` can use any number of prefixes.
 */
export function createAuthors({
  store,
  follower,
}: Pick<InstancePorts, 'store'> & { readonly follower: Follower }): Authors {
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

/** Whether two features, such as two versions of one, have the same script. */
export const isSameScript = (feature: Feature | undefined, other: Feature | undefined): boolean =>
  isScript(feature) &&
  isScript(other) &&
  feature.parameters.type === other.parameters.type &&
  feature.parameters.script === other.parameters.script

/** The first segment of an id with several segments; else the empty string. */
const prefixOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf(':')))
