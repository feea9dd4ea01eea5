import { effect, signal } from '@preact/signals'
import { etagOf } from '@signalbox/client'
import { session } from '../calls/session.ts'
import { type AnyRecord, definitionOf, type Kind, kinds, type RecordOf } from '../kinds/kinds.ts'
import { endSuccesses } from '../notices/toasts.ts'
import { createEditing } from '../saving/create-editing.ts'
import type { Editing } from '../saving/draft.ts'
import { idOf } from '../values/id-of.ts'
import { orForced } from './force.ts'
import { operationsOf } from './operations.ts'
import { heldOf, onDrop } from './records.ts'
import { countUnsaved } from './unsaved.ts'

export type { Draft, Editing, Origin } from '../saving/draft.ts'
export type { MemberChange } from '../values/changes.ts'
export type { Conflict } from '../values/merge.ts'

const drafts = new Map<Kind, Map<string, Editing<AnyRecord>>>()

onDrop((kind, id) => {
  const { isEdited, state } = drafts.get(kind)?.get(id)?.draft.peek() ?? {}
  if (isEdited === false && state === 'idle') drafts.get(kind)?.delete(id)
})

/** The draft of a record, shared by everything on the page that edits it, and kept until it is saved or discarded. */
export function editing<K extends Kind>(kind: K, id: string): Editing<RecordOf<K>> {
  const ofKind = drafts.get(kind) ?? new Map<string, Editing<AnyRecord>>()
  drafts.set(kind, ofKind)
  const known = ofKind.get(id) ?? guarded(create(kind, id))
  ofKind.set(id, known)
  return known as Editing<AnyRecord> as Editing<RecordOf<K>>
}

function create(kind: Kind, id: string): Editing<AnyRecord> {
  const operations = operationsOf(kind)
  const records = heldOf(kind)
  return createEditing<AnyRecord>({
    held: records.find(id),
    empty: kinds[kind].blank(id),
    get: () => operations.get({ id }),
    reason: signal(''),
    create: (body, because) => operations.create({ body }, because),
    patch: (body, options) => orForced({ kind, id }, (force) => operations.patch({ id, body, ...force }, options)),
    replace: (body, options) => orForced({ kind, id }, (force) => operations.replace({ id, body, ...force }, options)),
    etagOf,
    expect() {
      const take = records.expect(id)
      return (answer) => (answer === undefined || idOf(answer) === id ? take(answer) : undefined)
    },
    onFailure(error) {
      if ((error as { code?: unknown }).code === 'UNAUTHENTICATED') session.value = { state: 'out' }
    },
    clock: () => performance.now(),
    together: definitionOf(kind).together ?? [],
  })
}

/** Makes the browser ask before the page is left while something is edited. */
function guarded(editing: Editing<AnyRecord>): Editing<AnyRecord> {
  let stop: (() => void) | undefined
  const watch = () => {
    if (stop || !editing.draft.peek().isEdited) return
    countUnsaved(1)
    const end = effect(() => {
      if (editing.draft.value.isEdited) return
      queueMicrotask(() => {
        if (!stop) return
        stop()
        stop = undefined
        countUnsaved(-1)
        watch()
      })
    })
    stop = end
  }
  return {
    ...editing,
    edit(next, step) {
      endSuccesses()
      editing.edit(next, step)
      watch()
    },
    hold(text) {
      editing.hold(text)
      watch()
    },
    undo() {
      editing.undo()
      watch()
    },
  }
}
