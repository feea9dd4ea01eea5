import { computed } from '@preact/signals'
import type { Feature } from '@signalbox/core/contract'
import { useMemo } from 'preact/hooks'
import { box } from '../../box.ts'
import { now } from '../../clock.ts'
import { contextAtHand } from '../../context-at-hand.ts'
import type { Editing } from '../../drafts.ts'
import { compileHere } from '../../evaluation/here.ts'
import { Changes } from '../../parts/Changes.tsx'
import { consequence } from './consequence/consequence.ts'
import { sampleIds } from './sample.ts'

/** What was changed, what it means, and the buttons that save it. */
export function SaveBar({ editing }: { readonly editing: Editing<Feature> }) {
  return editing.draft.value.isEdited ? <Edited editing={editing} /> : null
}

function Edited({ editing }: { readonly editing: Editing<Feature> }) {
  const { result, newest } = editing.draft.value
  const sentences = useMemo(() => computed(() => consequenceHere(newest, result)), [newest, result])
  return (
    <div class="save-bar">
      <Changes editing={editing} consequence={sentences.value} />
    </div>
  )
}

const MINUTE = 60_000

/** The time in whole minutes. Consequences may take long to compute: they are not computed with every tick. */
const minute = computed(() => Math.floor(now.value / MINUTE) * MINUTE)

/** What saving means, with the settings and the records of this page. Reads signals. */
function consequenceHere(saved: Feature | undefined, draft: Feature): readonly string[] {
  const settings = box.value
  if (!settings) return []
  const read = contextAtHand.value
  return consequence(saved, draft, {
    settings,
    now: minute.value,
    context: 'context' in read ? read.context : {},
    ids: sampleIds.value,
    compile: (feature) => compileHere(feature, minute.value),
  })
}
