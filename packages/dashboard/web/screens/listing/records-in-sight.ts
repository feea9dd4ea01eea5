import { kinds, type ListedKind, type RecordOf } from '../../kinds/kinds.ts'
import { operationsOf } from '../../records/operations.ts'
import { onEvent, onGap } from '../../records/stream.ts'
import { changedBy } from '../../tree/changes.ts'
import { createSight, type Sight } from '../../tree/sight.ts'

const sights = new Map<ListedKind, Sight<never>>()

/** The whole records of the rows in sight of the list of a kind, kept fresh by events. */
export function recordsInSight<K extends ListedKind>(kind: K): Sight<RecordOf<K>> {
  const known = sights.get(kind) as Sight<RecordOf<K>> | undefined
  if (known) return known
  const created = createRecordsInSight(kind)
  sights.set(kind, created as Sight<never>)
  return created
}

function createRecordsInSight<K extends ListedKind>(kind: K): Sight<RecordOf<K>> {
  const { list } = operationsOf(kind)
  const sight = createSight<RecordOf<K>>({
    read: async (pattern) => (await list({ pattern, pageSize: 1000 })).results as unknown as readonly RecordOf<K>[],
  })
  onGap(sight.clear)
  onEvent((event) => {
    const changed = changedBy(event, kinds[kind].domain)
    if (!changed) return
    for (const id of changed.removed) sight.hear(id, undefined)
    if (changed.put) sight.hear(changed.put.id, event.payload as RecordOf<K>)
  })
  return sight
}
