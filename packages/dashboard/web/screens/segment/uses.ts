import { targetsIn } from '@signalbox/core/targeting'
import { api } from '../../calls/api.ts'
import { may } from '../../calls/session.ts'
import { operationsOf } from '../../records/operations.ts'
import { index } from '../../records/tree.ts'
import { exactPatterns } from '../../tree/exact-patterns.ts'

/** A record whose conditions refer to a segment. */
export interface Use {
  readonly kind: 'features' | 'segments' | 'configs' | 'experiments'
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

/** Finds the records whose conditions refer to a segment, among those that the caller may read. */
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
    may('R', 'Config') ? usesInMembers('configs', 'rules', { id, signal }) : [],
    may('R', 'Experiment') ? usesInMembers('experiments', 'audience', { id, signal }) : [],
  ])
  return { uses: found.flat(), left: Math.max(0, features.length - MOST) + Math.max(0, segments.length - MOST) }
}

interface Asked {
  readonly id: string
  readonly signal: AbortSignal
}

async function usesAmong(kind: 'features' | 'segments', ids: readonly string[], { id, signal }: Asked): Promise<Use[]> {
  const uses: Use[] = []
  for (const { pattern } of exactPatterns(ids)) {
    const { results } = await api[kind].list({ pattern, pageSize: 1000 }, { signal })
    for (const record of results) if (targetsIn(record).has(`segment/${id}`)) uses.push({ kind, id: record.id })
  }
  return uses
}

/** Searches all records of a kind, of which only the member with conditions is read. */
async function usesInMembers(kind: 'configs' | 'experiments', member: string, { id, signal }: Asked): Promise<Use[]> {
  const uses: Use[] = []
  for await (const record of await operationsOf(kind).export({ fields: `id,${member}` })) {
    if (signal.aborted) break
    if (targetsIn(record).has(`segment/${id}`)) uses.push({ kind, id: record.id as string })
  }
  return uses
}
