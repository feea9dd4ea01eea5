import type { Feature as FeatureRecord } from '@signalbox/core/contract'
import { useEffect } from 'preact/hooks'
import { loadBox } from '../../box.ts'
import { editing } from '../../drafts.ts'
import { Failure } from '../../parts/Failure.tsx'
import { EditedTexts } from '../../parts/JsonText.tsx'
import { RecordKeys } from '../../parts/RecordKeys.tsx'
import { record } from '../../records.ts'
import { may } from '../../session.ts'
import { Changed } from './Changed.tsx'
import { FeatureTabs } from './FeatureTabs.tsx'
import { Head } from './Head.tsx'
import { LeverCard } from './LeverCard.tsx'
import { Missing } from './Missing.tsx'
import { SaveBar } from './SaveBar.tsx'
import './feature.css'

/** One feature: its lever, its strategy, who would get it, and its history. */
export function Feature({ id }: { readonly id: string }) {
  useEffect(() => void loadBox().catch(() => {}), [])
  const held = record('features', id).value
  return (
    <section class="detail feature" aria-labelledby="record" key={id}>
      {held.state === 'failed' && (
        <>
          <h1 id="record" class="key">
            {id}
          </h1>
          <Failure error={held.error} retry={held.retry} />
        </>
      )}
      {held.state === 'loading' && (
        <h1 id="record" class="key">
          {id}
        </h1>
      )}
      {held.state === 'missing' && !editing('features', id).draft.value.isEdited && (
        <Missing id={id} was={held.was} {...(held.by !== undefined && { by: held.by })} at={held.at} />
      )}
      {(held.state === 'ready' || (held.state === 'missing' && editing('features', id).draft.value.isEdited)) && (
        <Editor id={id} by={held.by} at={held.at} />
      )}
    </section>
  )
}

interface EditorProps {
  readonly id: string
  readonly by: string | undefined
  readonly at: number | undefined
}

function Editor({ id, by, at }: EditorProps) {
  const edited = editing('features', id)
  const draft = edited.draft.value
  const feature = draft.value as FeatureRecord
  const mayEdit = may('U', 'Feature', id)
  return (
    <>
      <Head id={id} feature={feature} saved={draft.saved} edit={edited.edit} mayEdit={mayEdit} />
      <Changed id={id} description={feature.description} by={by} at={at} />
      {draft.saved && <LeverCard feature={draft.saved} draft={feature} mayEdit={mayEdit} />}
      <EditedTexts.Provider value={{ ...edited, unreadable: draft.unreadable }}>
        <FeatureTabs draft={draft} edit={edited.edit} mayEdit={mayEdit} />
      </EditedTexts.Provider>
      <RecordKeys editing={edited} list="/features" mayEdit={mayEdit} />
      {mayEdit && <SaveBar editing={edited} />}
    </>
  )
}
