import { compareFacts } from './compare.ts'
import type { Facts } from './facts.ts'
import type { Publication } from './publication.ts'

/** A deployment with what consumers notice of it. */
export interface Deployed {
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly version: string
  readonly facts: Facts
}

/** What changed with each deployment; they come newest first. `isAll`: whether none before the oldest was dropped. Pure. */
export const publicationsOf = (deployed: readonly Deployed[], isAll: boolean): readonly Publication[] =>
  deployed.map(({ id, at, version, facts }, i): Publication => {
    const before = deployed[i + 1]
    return {
      ...{ id, at, version },
      changes: before ? compareFacts(before.facts, facts) : [],
      ...(!before && { beginning: isAll ? ('first' as const) : ('oldest' as const) }),
    }
  })
