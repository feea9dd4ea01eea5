import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { idsToConfirm } from '../../confirm/id-to-type.ts'
import { confirmed } from '../../confirm/question.ts'
import { keepFocus } from '../../keys/keep-focus.ts'
import { useKeys } from '../../keys/keys.ts'
import { hasOwnUndo } from '../../keys/own-undo.ts'
import { mount } from '../../place/mount.ts'
import type { Draft, Editing } from '../../records/drafts.ts'
import { saveWithUndo } from '../../saving/save-with-undo.ts'
import { type AnyRecord, idOf } from '../../values/id-of.ts'
import { memberLabel } from '../../values/member-label.ts'
import { counted, keyLabel } from '../../words/words.ts'
import { Dialog } from '../dialogs/Dialog.tsx'
import { ReasonField } from '../fields/ReasonField.tsx'
import { Failure } from '../outcomes/Failure.tsx'
import { ChangeTable } from './ChangeTable.tsx'
import { Conflicts } from './Conflicts.tsx'
import { NewerLine } from './NewerLine.tsx'
import { useBarHeight } from './use-bar-height.ts'
import './changes.css'

interface ChangesProps<T extends AnyRecord> {
  readonly editing: Editing<T>
  /** What saving means, in sentences. */
  readonly consequence?: readonly string[]
  /** What a deletion loses for good, in a sentence. Absent: nothing. */
  readonly loss?: string | undefined
  /** What can follow a save, with a button that does both: `Save and publish…`. */
  readonly next?: { readonly label: string; run(): void } | undefined
}

/** More changes than these are shown in a dialog before they are saved. */
const MOST_INLINE = 3

/** In windows of this height, the changes are shown without being asked for. */
const ROOMY = '(min-height: 1000px)'

/** What was changed in a draft, what it means, and the buttons that save or discard it. Nothing while nothing is edited. */
export function Changes<T extends AnyRecord>({ editing, consequence = [], loss, next }: ChangesProps<T>) {
  const draft = editing.draft.value
  const { isEdited, changes, conflicts, state, saved } = draft
  const isReviewed = useSignal(false)
  const panel = useRef<HTMLElement>(null)
  const ids = [...(saved ? [idOf(saved)] : []), idOf(draft.value)]
  const isLong = changes.length > MOST_INLINE
  const canSave = conflicts.length === 0 && !draft.deleted && draft.unreadable.length === 0
  const mayWrite = (action: string) =>
    confirmed(ids, {
      title: `${action} ${ids[0]}?`,
      action,
      changes: saved ? changes : [],
      means: consequence,
      why: editing.reason,
    })
  const save = async () => {
    isReviewed.value = false
    if (!(await mayWrite(saved ? 'Save' : 'Create'))) return false
    const isSaved = await saveWithUndo(editing)
    if (isSaved) keepFocus()
    else focusProblem(panel.current)
    return isSaved
  }
  const ask = () => {
    if (!canSave) return
    // The question for the id shows the changes, too.
    const isAsked = idsToConfirm(ids, mount.confirm).length > 0
    if (isLong && saved !== undefined && !isReviewed.value && !isAsked) isReviewed.value = true
    else void save()
  }
  const isOfDraft = ({ target }: KeyboardEvent) =>
    !hasOwnUndo(target as Element, panel.current?.closest('.detail, .page') ?? null)
  useKeys([
    { keys: 'Ctrl+S', label: 'Save', run: ask, when: isEdited },
    { keys: 'Ctrl+Z', label: 'Undo the last edit', run: editing.undo, when: isEdited, isMeant: isOfDraft },
  ])
  useBarHeight(panel, isEdited)
  if (!isEdited) return null
  const means = consequence.map((sentence) => <p key={sentence}>{sentence}</p>)
  const isListed = !isLong && saved !== undefined && changes.length > 0
  const title = saved === undefined ? 'New' : counted(changes.length, 'change')
  return (
    <section ref={panel} class="changes" aria-label="Changes">
      <Notices {...{ draft, editing, loss }} />
      <div class="bar">
        <div class="means">
          <h2 class={isListed && means.length > 0 ? 'hidden-text' : undefined}>{title}</h2>
          {means}
          {isListed && (
            <details open={matchMedia(ROOMY).matches}>
              <summary>{changes.length === 1 ? 'Show the change' : `Show the ${changes.length} changes`}</summary>
              <ChangeTable changes={changes} />
            </details>
          )}
        </div>
        <ReasonField reason={editing.reason} bare onEnter={ask} />
        <button
          type="button"
          onClick={() => {
            editing.discard()
            keepFocus()
          }}
        >
          Discard
        </button>
        {draft.deleted ? (
          <button
            type="button"
            class="primary"
            aria-busy={state === 'saving'}
            onClick={async () => void ((await mayWrite('Create')) && editing.createAgain())}
          >
            Create it again
          </button>
        ) : (
          <button type="button" class="primary" disabled={!canSave} aria-busy={state === 'saving'} onClick={ask}>
            {isLong && saved !== undefined ? 'Review and save' : saved === undefined ? 'Create' : 'Save'}
            <kbd>{keyLabel('Ctrl+S')}</kbd>
          </button>
        )}
        {next && saved !== undefined && !draft.deleted && (
          <button type="button" disabled={!canSave} onClick={async () => (await save()) && next.run()}>
            {next.label}
          </button>
        )}
      </div>
      {isReviewed.value && (
        <Dialog wide title={title} onClose={() => (isReviewed.value = false)}>
          <SaveKey run={ask} />
          {means}
          <ChangeTable changes={changes} />
          <ReasonField reason={editing.reason} onEnter={ask} />
          <footer>
            <button type="button" onClick={() => (isReviewed.value = false)}>
              Back
            </button>
            <button type="button" class="primary" onClick={() => void save()}>
              Save <kbd>{keyLabel('Ctrl+S')}</kbd>
            </button>
          </footer>
        </Dialog>
      )}
    </section>
  )
}

/** Saves by key while a dialog keeps the keys of the page from acting. */
function SaveKey({ run }: { readonly run: () => void }): ComponentChildren {
  useKeys([{ keys: 'Ctrl+S', label: 'Save', run }])
  return null
}

interface NoticesProps<T> {
  readonly draft: Draft<T>
  readonly editing: Editing<T>
  readonly loss: string | undefined
}

/** What stands between the draft and its save. */
function Notices<T>({ draft, editing, loss }: NoticesProps<T>) {
  const { newer, merged, deleted, conflicts, problems, unreadable, error } = draft
  const found = Object.entries(problems)
  return (
    <>
      {deleted && (
        <p class="newer-line" role="alert">
          {deleted.by === undefined ? 'Someone' : <bdi>{deleted.by}</bdi>} deleted it. Your changes are kept.
          {loss !== undefined && ` ${loss}`}
        </p>
      )}
      {newer && conflicts.length === 0 && <NewerLine newer={newer} takeNewer={editing.takeNewer} />}
      <Conflicts conflicts={conflicts} origin={merged} choose={editing.choose} />
      {unreadable.length > 0 && (
        <div class="failure" role="status">
          <strong>Fix {counted(unreadable.length, 'field')} to save</strong>
          <ul>
            {unreadable.map(({ pointer, problem }) => (
              <li key={pointer} dir="auto">
                {problem}
              </li>
            ))}
          </ul>
        </div>
      )}
      {found.length > 0 && (
        <div class="failure" role="alert">
          <strong>Not saved</strong>
          <ul>
            {found.map(([pointer, [sentence]]) => (
              <li key={pointer} dir="auto">
                {pointer !== '' && <b class="key">{memberLabel(pointer)}</b>} {sentence}
              </li>
            ))}
          </ul>
        </div>
      )}
      {error !== undefined && (
        <Failure error={error}>
          <p>Your changes are safe. Save when you’re back online.</p>
        </Failure>
      )}
    </>
  )
}

/** Moves the focus to the first field with a problem. */
function focusProblem(panel: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const form = panel?.closest('.detail, .page')
    form?.querySelector<HTMLElement>('[aria-invalid="true"], .code-editor[data-wrong]')?.focus()
  })
}
