import { computed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { loadBox } from '../../box.ts'
import type { Draft, Editing } from '../../drafts.ts'
import { editing } from '../../drafts.ts'
import type { Kind, RecordOf } from '../../kinds.ts'
import { grantIdOf, kinds, listOf, lossOf } from '../../kinds.ts'
import { Changes } from '../../parts/Changes.tsx'
import { Failure } from '../../parts/Failure.tsx'
import { History } from '../../parts/History.tsx'
import { RecordKeys } from '../../parts/RecordKeys.tsx'
import { Tabs } from '../../parts/Tabs.tsx'
import { EditedTexts } from '../../parts/use-json-text.ts'
import { record } from '../../records.ts'
import { may } from '../../session.ts'
import { Changed } from './Changed.tsx'
import { Missing } from './Missing.tsx'
import './record.css'

/** A record that is shown, with its draft. */
export interface ShownRecord<T> {
  readonly id: string
  readonly draft: Draft<T>
  readonly edit: Editing<T>['edit']
  /** Whether the caller may change it. */
  readonly mayEdit: boolean
}

/** One of the parts of a record, of which one is shown. */
export interface RecordTab<T> {
  readonly id: string
  readonly label: string
  readonly show: (shown: ShownRecord<T>) => ComponentChildren
}

interface RecordScreenProps<K extends Kind> {
  readonly kind: K
  readonly id: string
  /** The parts of the record, the most important first. Its history follows them. */
  readonly tabs: readonly RecordTab<RecordOf<K>>[]
  /** The id, and what can be done with the record as a whole. */
  readonly head: (shown: ShownRecord<RecordOf<K>>) => ComponentChildren
  /** What stands above the parts, such as a lever. */
  readonly above?: (shown: ShownRecord<RecordOf<K>>) => ComponentChildren
  /** What saving means, in sentences. May read signals. */
  readonly consequence?: (draft: Draft<RecordOf<K>>) => readonly string[]
}

/** The screen of one record: its head, its parts, its history, and what was edited. */
export function RecordScreen<K extends Kind>(props: RecordScreenProps<K>) {
  const { kind, id } = props
  useEffect(() => void loadBox().catch(() => {}), [])
  const held = record(kind, id).value
  const isKept = held.state === 'missing' && editing(kind, id).draft.value.isEdited
  return (
    <section class="detail record" aria-labelledby="record" key={id}>
      {(held.state === 'loading' || held.state === 'failed') && (
        <h1 id="record" class="key">
          <bdi>{id}</bdi>
        </h1>
      )}
      {held.state === 'failed' && (
        <Failure error={held.error} {...(!isForbidden(held.error) && { retry: held.retry })} />
      )}
      {held.state === 'missing' && !isKept && <Missing kind={kind} id={id} was={held.was} by={held.by} at={held.at} />}
      {(held.state === 'ready' || isKept) && <Editor {...props} by={held.by} at={held.at} />}
    </section>
  )
}

/** Whether trying again is in vain. */
const isForbidden = (error: unknown): boolean => (error as { code?: unknown }).code === 'FORBIDDEN'

interface EditorProps<K extends Kind> extends RecordScreenProps<K> {
  readonly by: string | undefined
  readonly at: number | undefined
}

function Editor<K extends Kind>({ kind, id, tabs, head, above, consequence, by, at }: EditorProps<K>) {
  const { domain, noun } = kinds[kind]
  const [selected, setSelected] = useState(tabs[0]!.id)
  const edited = editing(kind, id)
  const draft = edited.draft.value
  const mayEdit = may('U', domain, grantIdOf(kind, draft.value))
  const shown: ShownRecord<RecordOf<K>> = { id, draft, edit: edited.edit, mayEdit }
  const { description } = draft.value as { readonly description?: string }
  return (
    <>
      {head(shown)}
      <Changed id={id} domain={domain} description={description} by={by} at={at} />
      {above?.(shown)}
      <EditedTexts.Provider value={{ ...edited, unreadable: draft.unreadable }}>
        <div class="record-tabs">
          <Tabs
            label={`Parts of the ${noun}`}
            tabs={[...tabs, { id: 'history', label: 'History' }]}
            selected={selected}
            onSelect={setSelected}
          >
            {tabs.find((tab) => tab.id === selected)?.show(shown)}
            {selected === 'history' && <History kind={kind} id={id} onTaken={() => setSelected(tabs[0]!.id)} />}
          </Tabs>
        </div>
      </EditedTexts.Provider>
      <RecordKeys editing={edited} list={listOf(kind)} mayEdit={mayEdit} />
      {mayEdit && draft.isEdited && (
        <div class="save-bar">
          <Saving editing={edited} consequence={consequence} loss={lossOf(kind)} />
        </div>
      )}
    </>
  )
}

interface SavingProps<K extends Kind> {
  readonly editing: Editing<RecordOf<K>>
  readonly consequence: ((draft: Draft<RecordOf<K>>) => readonly string[]) | undefined
  readonly loss: string | undefined
}

/** What was changed, what it means, and the buttons that save it. What it means is computed when that may have changed. */
function Saving<K extends Kind>({ editing, consequence, loss }: SavingProps<K>) {
  const draft = editing.draft.value
  const sentences = useMemo(() => computed(() => consequence?.(draft) ?? []), [draft.newest, draft.result, consequence])
  return <Changes editing={editing} consequence={sentences.value} loss={loss} />
}
