import { targetsIn } from '@signalbox/core/targeting'
import { api } from '../../api.ts'
import { exactPatterns } from '../../tree/exact-patterns.ts'
import { index } from '../../tree.ts'

/** A record whose conditions refer to a segment. */
export interface Use {
  readonly kind: 'features' | 'segments'
  readonly id: string
}

/** What is known of the uses of a segment. */
export interface Uses {
  readonly uses: readonly Use[]
  /** How many records were not searched, because there are too many. */
  readonly left: number
}

/** The most records of a kind that are searched. */
const MOST = 2000

/** Finds the features and segments whose conditions refer to a segment, among those that the caller may read. */
export async function findUses(id: string, signal: AbortSignal): Promise<Uses> {
  const features = index('features').search('strategy:rules', MOST + 1)
  const segments = index('segments').search('', MOST + 1)
  const found = await Promise.all([
    usesAmong(
      'features',
      features.slice(0, MOST).map((one) => one.id),
      { id, signal },
    ),
    usesAmong(
      'segments',
      segments.slice(0, MOST).map((one) => one.id),
      { id, signal },
    ),
  ])
  return { uses: found.flat(), left: Math.max(0, features.length - MOST) + Math.max(0, segments.length - MOST) }
}

interface Asked {
  readonly id: string
  readonly signal: AbortSignal
}

async function usesAmong(kind: Use['kind'], ids: readonly string[], { id, signal }: Asked): Promise<Use[]> {
  const uses: Use[] = []
  for (const { pattern } of exactPatterns(ids)) {
    const { results } = await api[kind].list({ pattern, pageSize: 1000 }, { signal })
    for (const record of results) if (targetsIn(record).has(`segment/${id}`)) uses.push({ kind, id: record.id })
  }
  return uses
}
