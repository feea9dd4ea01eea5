import type { Feature } from '@signalbox/core/contract'
import { box } from '../../box.ts'
import { now } from '../../clock.ts'
import { contextAtHand } from '../../context-at-hand.ts'
import type { Editing } from '../../drafts.ts'
import { decideHere } from '../../evaluation/here.ts'
import { Changes } from '../../parts/Changes.tsx'
import { consequence } from './consequence/consequence.ts'
import { sampleIds } from './sample.ts'

/** What was changed, what it means, and the buttons that save it. */
export function SaveBar({ editing }: { readonly editing: Editing<Feature> }) {
  const { result, newest, isEdited } = editing.draft.value
  if (!isEdited) return null
  return (
    <div class="save-bar">
      <Changes editing={editing} consequence={consequenceHere(newest, result)} />
    </div>
  )
}

/** What saving means, with the settings and the records of this page. Reads signals. */
function consequenceHere(saved: Feature | undefined, draft: Feature): readonly string[] {
  const settings = box.value
  if (!settings) return []
  const read = contextAtHand.value
  return consequence(saved, draft, {
    settings,
    now: now.value,
    context: 'context' in read ? read.context : {},
    ids: sampleIds.value,
    decide(feature, context) {
      const decision = decideHere(feature, context, now.value)
      return decision.state === 'decided' ? decision.active : undefined
    },
  })
}
