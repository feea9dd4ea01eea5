import type { Segment as SegmentRecord } from '@signalbox/core/contract'
import { useEffect, useState } from 'preact/hooks'
import { loadBox } from '../../box.ts'
import { editing } from '../../drafts.ts'
import { Changes } from '../../parts/Changes.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { History } from '../../parts/History.tsx'
import { Json } from '../../parts/Json.tsx'
import { EditedTexts } from '../../parts/JsonText.tsx'
import { RecordKeys } from '../../parts/RecordKeys.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { record } from '../../records.ts'
import { may } from '../../session.ts'
import { Changed } from '../feature/Changed.tsx'
import { Details } from '../feature/Details.tsx'
import { problemsBelow, withMembers } from '../feature/members.ts'
import { SegmentForm } from './SegmentForm.tsx'
import { SegmentHead } from './SegmentHead.tsx'
import { consequenceOf } from './segment-consequence.ts'
import { UsesTab } from './UsesTab.tsx'
import '../feature/feature.css'

/** One segment: its condition, its lists, who uses it, and its history. */
export function Segment({ id }: { readonly id: string }) {
  useEffect(() => void loadBox().catch(() => {}), [])
  const held = record('segments', id).value
  const isKept = held.state === 'missing' && editing('segments', id).draft.value.isEdited
  const isShown = held.state === 'ready' || isKept
  return (
    <section class="detail feature" aria-labelledby="record" key={id}>
      {!isShown && (
        <h1 id="record" class="key">
          {id}
        </h1>
      )}
      {held.state === 'failed' && <Failure error={held.error} retry={held.retry} />}
      {held.state === 'missing' && !isKept && <p>There is no such segment.</p>}
      {isShown && <Editor id={id} by={held.by} at={held.at} />}
    </section>
  )
}

const tabs = [
  { id: 'condition', label: 'Clients' },
  { id: 'details', label: 'Details' },
  { id: 'uses', label: 'Used by' },
  { id: 'history', label: 'History' },
] as const

type TabId = (typeof tabs)[number]['id']

interface EditorProps {
  readonly id: string
  readonly by: string | undefined
  readonly at: number | undefined
}

function Editor({ id, by, at }: EditorProps) {
  const [selected, setSelected] = useState<TabId>('condition')
  const edited = editing('segments', id)
  const draft = edited.draft.value
  const segment = draft.value as SegmentRecord
  const mayEdit = may('U', 'Segment', id)
  return (
    <>
      <SegmentHead segment={segment} saved={draft.saved} />
      <Changed id={id} domain="Segment" description={segment.description} by={by} at={at} />
      <EditedTexts.Provider value={{ ...edited, unreadable: draft.unreadable }}>
        <div class="feature-tabs">
          <Tabs<TabId> label="Parts of the segment" tabs={tabs} selected={selected} onSelect={setSelected}>
            {selected === 'condition' &&
              (mayEdit ? (
                <SegmentForm draft={segment} problems={draft.problems} onEdit={edited.edit} />
              ) : (
                <Json label="The segment" value={segment} />
              ))}
            {selected === 'details' &&
              (mayEdit ? (
                <Details
                  value={segment}
                  problemsOf={(pointer) => problemsBelow(draft.problems, pointer)}
                  onChange={(members, step) => edited.edit(withMembers(segment, members), step)}
                />
              ) : (
                <Json label="The segment" value={segment} />
              ))}
            {selected === 'uses' && <UsesTab id={id} />}
            {selected === 'history' && <History kind="segments" id={id} onTaken={() => setSelected('condition')} />}
          </Tabs>
        </div>
      </EditedTexts.Provider>
      <RecordKeys editing={edited} list="/segments" mayEdit={mayEdit} />
      {mayEdit && draft.isEdited && (
        <div class="save-bar">
          <Changes editing={edited} consequence={consequenceOf(draft.newest, draft.result as SegmentRecord)} />
        </div>
      )}
    </>
  )
}
