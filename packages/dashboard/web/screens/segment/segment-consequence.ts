import type { Segment } from '@signalbox/core/contract'
import { listed } from '../targeting/list-words.ts'

/** What saving a segment means for the clients that it lists, in sentences. */
export function consequenceOf(saved: Segment | undefined, draft: Segment): readonly string[] {
  const [before, after] = [listOf(saved), listOf(draft)]
  const entered = [...after.in].filter((id) => !before.in.has(id))
  const left = [...before.in].filter((id) => !after.in.has(id))
  const isSameList = entered.length + left.length === 0
  const isSameCondition = JSON.stringify(saved?.when) === JSON.stringify(draft.when)
  return [
    ...(isSameList
      ? []
      : [
          `${entered.length === 0 ? 'No client will be added' : listed(entered, 'client will be added', 'clients will be added')}, ${listed(left, 'removed', 'removed')}.`,
        ]),
    ...(isSameCondition ? [] : ['Features that refer to it follow the new condition at once.']),
  ]
}

/** The clients that are in the segment whatever its condition says. */
function listOf(segment: Segment | undefined): { readonly in: ReadonlySet<string> } {
  const excluded = new Set(segment?.excluded)
  return { in: new Set(segment?.included?.filter((id) => !excluded.has(id))) }
}
