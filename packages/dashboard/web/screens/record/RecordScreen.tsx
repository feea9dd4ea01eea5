import { computed } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useMemo, useState } from 'preact/hooks'
import { loadBox } from '../../calls/box.ts'
import { may } from '../../calls/session.ts'
import { grantIdOf, type Kind, kinds, listOf, lossOf, type RecordOf } from '../../kinds/kinds.ts'
import { Changes } from '../../parts/changes/Changes.tsx'
import { RecordKeys } from '../../parts/dialogs/RecordKeys.tsx'
import { History } from '../../parts/history/History.tsx'
import { EditedTexts } from '../../parts/json/use-json-text.ts'
import { Failure } from '../../parts/outcomes/Failure.tsx'
import { Tabs } from '../../parts/ways/Tabs.tsx'
import { type Draft, type Editing, editing } from '../../records/drafts.ts'
import { record } from '../../records/records.ts'
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
  /** The domain that the caller must be allowed to read to see it. @default that of the record */
  readonly domain?: string
  /** How many things it shows. May read signals. */
  readonly count?: (shown: ShownRecord<T>) => number | undefined
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
  readonly consequence?: ((draft: Draft<RecordOf<K>>) => readonly string[]) | undefined
  /** What can follow a save, with a button that does both. */
  readonly next?: { readonly label: string; run(): void } | undefined
  /** Whether it takes the whole width, without the list, and has its parts beside their panel where there is room. */
  readonly wide?: boolean
  /** The part that is shown, if the screen decides. @default chosen by the tabs alone */
  readonly part?: { readonly selected: string; select(id: string): void }
  /** A record that the tabs show instead of the draft, read only. */
  readonly instead?: RecordOf<K> | undefined
}

/** The screen of one record: its head, its parts, its history, and what was edited. */
export function RecordScreen<K extends Kind>(props: RecordScreenProps<K>) {
  const { kind, id, wide = false } = props
  useEffect(() => void loadBox().catch(() => {}), [])
  const held = record(kind, id).value
  const isKept = held.state === 'missing' && editing(kind, id).draft.value.isEdited
  return (
    <section class={wide ? 'detail record wide' : 'detail record'} aria-labelledby="record" key={id}>
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

function Editor<K extends Kind>(props: EditorProps<K>) {
  const { kind, id, head, above, consequence, next, wide = false, part, instead, by, at } = props
  const { domain, noun } = kinds[kind]
  const tabs = props.tabs.filter((tab) => tab.domain === undefined || may('R', tab.domain))
  const [chosen, setChosen] = useState(tabs[0]!.id)
  const { selected, select } = part ?? { selected: chosen, select: setChosen }
  const isRoomy = useMedia(ROOMY)
  const edited = editing(kind, id)
  const draft = edited.draft.value
  const mayEdit = may('U', domain, grantIdOf(kind, draft.value))
  const shown: ShownRecord<RecordOf<K>> = { id, draft, edit: edited.edit, mayEdit }
  const inTabs = instead === undefined ? shown : { ...shown, draft: savedDraft(instead), mayEdit: false }
  const { description } = draft.value as { readonly description?: string }
  return (
    <>
      <div class="record-body">
        {head(shown)}
        <Changed id={id} domain={domain} description={description} by={by} at={at} />
        {above?.(shown)}
        <EditedTexts.Provider value={{ ...edited, unreadable: draft.unreadable }}>
          <div class="record-tabs">
            <Tabs
              label={`Parts of the ${noun}`}
              tabs={[
                ...tabs.map((tab) => ({ ...tab, count: tab.count?.(inTabs) })),
                { id: 'history', label: 'History' },
              ]}
              selected={selected}
              orientation={wide && isRoomy ? 'vertical' : 'horizontal'}
              onSelect={select}
            >
              {tabs.find((tab) => tab.id === selected)?.show(inTabs)}
              {selected === 'history' && <History kind={kind} id={id} onTaken={() => select(tabs[0]!.id)} />}
            </Tabs>
          </div>
        </EditedTexts.Provider>
      </div>
      <RecordKeys editing={edited} list={listOf(kind)} mayEdit={mayEdit} />
      {mayEdit && draft.isEdited && (
        <div class="save-bar">
          <Saving editing={edited} consequence={consequence} loss={lossOf(kind)} next={next} />
        </div>
      )}
    </>
  )
}

/** In windows of this width, there is room for a list of parts beside them. */
const ROOMY = '(min-width: 960px)'

/** The draft of a record that is not edited. */
const savedDraft = <T,>(value: T): Draft<T> => ({
  ...{ value, saved: value, newest: value, result: value },
  ...{ changes: [], unreadable: [], problems: {}, conflicts: [] },
  ...{ isEdited: false, state: 'idle' },
})

interface SavingProps<K extends Kind> {
  readonly editing: Editing<RecordOf<K>>
  readonly consequence: ((draft: Draft<RecordOf<K>>) => readonly string[]) | undefined
  readonly loss: string | undefined
  readonly next: RecordScreenProps<K>['next']
}

/** What was changed, what it means, and the buttons that save it. What it means is computed when that may have changed. */
function Saving<K extends Kind>({ editing, consequence, loss, next }: SavingProps<K>) {
  const draft = editing.draft.value
  const sentences = useMemo(() => computed(() => consequence?.(draft) ?? []), [draft.newest, draft.result, consequence])
  return <Changes editing={editing} consequence={sentences.value} loss={loss} next={next} />
}

/** Whether a media query matches, such as `(min-width: 960px)`. */
function useMedia(query: string): boolean {
  const [isMatch, setMatch] = useState(() => matchMedia(query).matches)
  useEffect(() => {
    const list = matchMedia(query)
    const follow = () => setMatch(list.matches)
    follow()
    list.addEventListener('change', follow)
    return () => list.removeEventListener('change', follow)
  }, [query])
  return isMatch
}
