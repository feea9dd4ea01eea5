import { type LinearPattern, linearPattern } from '@signalbox/core/gateway'

/** What the routes of a router have in common, so that it is in memory once. */
export interface Shared {
  /** A compiled regular expression. */
  pattern(source: string): LinearPattern
  /** The one copy of a text. Paths have many segments in common, and one copy stays in the caches of the CPU. */
  text(text: string): string
}

/** How many patterns are shared, and how many texts. */
const MOST_SHARED = { patterns: 1000, texts: 10_000 }

/** Shares patterns and texts. Beyond the maximum it forgets all; routes keep those they have. */
export function createShared(): Shared {
  const pattern = sharedBy(MOST_SHARED.patterns, linearPattern)
  const text = sharedBy(MOST_SHARED.texts, (one) => one)
  return { pattern, text }
}

function sharedBy<T>(most: number, create: (source: string) => T): (source: string) => T {
  const known = new Map<string, T>()
  return (source) => {
    const found = known.get(source)
    if (found !== undefined) return found
    const created = create(source)
    if (known.size >= most) known.clear()
    known.set(source, created)
    return created
  }
}
