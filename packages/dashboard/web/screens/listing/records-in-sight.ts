import type { Kind, RecordOf } from '../../kinds.ts'
import { kinds, operationsOf } from '../../kinds.ts'
import { onEvent, onGap } from '../../stream.ts'
import { changedBy } from '../../tree/changes.ts'
import type { Sight } from '../../tree/sight.ts'
import { createSight } from '../../tree/sight.ts'

/** The kinds whose lists show members of the whole records. */
type SeenKind = Extract<
  Kind,
  'features' | 'configs' | 'scripts' | 'errorTemplates' | 'subscriptions' | 'workflows' | 'apis' | 'backends'
>

/** The whole records of the rows in sight of a list, kept fresh by events. Call it once for each kind. */
export function recordsInSight<K extends SeenKind>(kind: K): Sight<RecordOf<K>> {
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
