import type { LinearPattern } from '@signalbox/core/gateway'
import { linearPattern } from '@signalbox/core/gateway'

/** Compiled regular expressions, shared by the routes with the same expression. */
export interface Patterns {
  get(source: string): LinearPattern
}

/** How many expressions are shared. */
const MOST = 1000

/** Shares compiled expressions. Beyond the maximum it forgets all; routes keep those they have. */
export function createPatterns(): Patterns {
  const known = new Map<string, LinearPattern>()
  return {
    get(source) {
      const shared = known.get(source)
      if (shared) return shared
      const pattern = linearPattern(source)
      if (known.size >= MOST) known.clear()
      known.set(source, pattern)
      return pattern
    },
  }
}
