import type { Context } from '../context.ts'
import { explain } from '../features/evaluate.ts'
import type { Explanation } from '../features/explanation.ts'
import type { FlagsParts } from './parts.ts'

/** Synchronous evaluation of features. */
export interface FlagsDoor {
  /** Resolves when all features are loaded. Asynchronous calls wait for that by themselves. */
  ready(): Promise<void>
  /**
   * Whether a feature is active in a context. Synchronous, without allocation, never throws. Returns `false` for an
   * unknown feature, for a feature with a script (use `features.checkWith`), and before `ready` unless the store is in
   * memory.
   *
   * @example
   * await box.ready()
   * box.isActive('shop:express', { id: 'ann' })
   */
  isActive(id: string, context?: Context): boolean
  /**
   * Explains why a feature is active or not; `undefined` for an unknown feature. Does not run scripts: for those use
   * `features.checkWith` with `explain`.
   */
  explain(id: string, context?: Context): Explanation | undefined
}

/** Creates the synchronous functions over live features. */
export function createDoor({
  live,
  environment,
  report,
}: Pick<FlagsParts, 'live' | 'environment' | 'report'>): FlagsDoor {
  const { find } = live // looking up a member of an object with getters is slow, and checks come by the million
  let isReported = false

  /** Starts to load the features. A memory store loads at once; for any other store, the early call is reported. */
  function loadLate(id: string) {
    const isThere = live.loadAtOnce()
    if (!isThere && !isReported)
      report(new Error('isActive was called before the features were loaded and returned false: await ready() first'))
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
