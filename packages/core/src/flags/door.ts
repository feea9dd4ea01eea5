import { explain } from '../features/evaluate.ts'
import type { Explanation } from '../features/explanation.ts'
import type { Context } from '../features/strategies/strategy.ts'
import type { FlagsParts } from './parts.ts'

/** Features without waiting. */
export interface FlagsDoor {
  /** Resolves when all features are loaded; what needs them waits by itself. */
  ready(): Promise<void>
  /**
   * Whether a feature is active in a context. Synchronous, without allocation, never throws: `false` for an unknown
   * feature, for one that a script decides (`features.checkWith` awaits it), and before `ready` unless the store is memory.
   */
  isActive(id: string, context?: Context): boolean
  /**
   * Why a feature is as it is; `undefined` for an unknown one. What a script says is not among it: `features.checkWith` with
   * `explain` awaits that.
   */
  explain(id: string, context?: Context): Explanation | undefined
}

/** The synchronous door to live features. */
export function createDoor({
  live,
  environment,
  report,
}: Pick<FlagsParts, 'live' | 'environment' | 'report'>): FlagsDoor {
  const { find } = live // an object with getters is slow to find a member in, and checks come by the million
  let isReported = false

  /** Begins to load what is not loaded. What memory holds is there at once; anything else is reported, for it is not. */
  function loadLate(id: string) {
    const isThere = live.loadAtOnce()
    if (!isThere && !isReported)
      report(new Error('isActive was asked before the features were loaded and answers false: await ready() first'))
    if (isThere || !isReported) live.ready().catch(report)
    isReported ||= !isThere
    return find(id)
  }

  return {
    ready: live.ready,
    isActive(id, context) {
      const found = find(id)
      if (found !== undefined) return found.isActive(context)
      return live.isLoaded ? false : (loadLate(id)?.isActive(context) ?? false)
    },
    explain(id, context) {
      const found = find(id) ?? (live.isLoaded ? undefined : loadLate(id))
      return found && explain(found, environment, context)
    },
  }
}
