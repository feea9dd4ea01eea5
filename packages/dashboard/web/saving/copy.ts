import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals'
import { changesOf } from '../values/changes.ts'
import { isSame } from '../values/is-same.ts'
import type { Unreadable } from '../values/json-text.ts'
import { type Conflict, merge } from '../values/merge.ts'
import { valueAt, withValueAt } from '../values/pointer.ts'
import type { Draft, Editing, SavedChange } from './draft.ts'
import type { EditingPorts } from './editing-ports.ts'
import { createSteps } from './steps.ts'

/** The saved record on which a copy is based. Without a tag, it must be read again before it is written. */
export interface Base<T> {
  readonly value: T
  readonly tag: string | undefined
}

/** What is edited. `mine` is absent while nothing is. */
export interface Work<T> {
  readonly mine?: T
  readonly base?: Base<T> | undefined
  readonly conflicts: readonly Conflict[]
  readonly unreadable?: readonly Unreadable[]
}

/** What the last save led to. */
interface Outcome<T> extends Pick<Draft<T>, 'problems' | 'state'> {
  readonly error?: unknown
  readonly merged?: NonNullable<Draft<T>['merged']>
}

type Edits = 'draft' | 'edit' | 'hold' | 'drop' | 'undo' | 'discard' | 'takeNewer' | 'choose'

/** The edited copy of a record: how the user changes it, and how a save bases it on another record and ends it. */
export interface Copy<T> extends Pick<Editing<T>, Edits> {
  readonly work: Signal<Work<T>>
  readonly outcome: Signal<Outcome<T>>
  readonly draft: ReadonlySignal<Draft<T>>
  /** Bases the copy on a newer record. Returns whether it can be saved. */
  rebase(theirs: T, tag: string | undefined): boolean
  /** Ends the editing of the copy that was saved. Edits that followed stay, as changes of the answer. */
  finish(saved?: SavedChange<T> & { readonly sent: T }): void
  /** Drops a copy that equals its base, after a save that left it alone. */
  tidy(): void
}

const untouched = { conflicts: [] }
const calm = { problems: {}, state: 'idle' } as const

/** Creates the copy of a record. While a save is under way, edits are kept, even those that lead back to the base. */
export function createCopy<T extends object>(ports: EditingPorts<T>): Copy<T> {
  const { held, empty, together, etagOf } = ports
  const work = signal<Work<T>>(untouched)
  const outcome = signal<Outcome<T>>(calm)
  const steps = createSteps<Work<T>>(ports.clock)
  const isSaving = () => outcome.peek().state === 'saving'

  const draft = computed((): Draft<T> => {
    const { mine, base, conflicts, unreadable = [] } = work.value
    const now = held.value
    const saved = now.state === 'ready' ? now.value : undefined
    if (mine === undefined) {
      const isEdited = unreadable.length > 0
      return { ...outcome.value, ...shown(saved ?? empty, saved), changes: [], conflicts, unreadable, isEdited }
    }
    const isSaved = saved !== undefined && isSame(saved, mine)
    const from = isSaved ? saved : base?.value
    const others = saved !== undefined && from !== undefined ? changesOf(from, saved) : []
    const newest = saved ?? from
    const result = others.length > 0 ? (merge({ base: from, mine, theirs: newest }, together).value as T) : mine
    const origin = now.state === 'ready' || now.state === 'missing' ? originOf(now) : {}
    return {
      ...outcome.value,
      value: mine,
      saved: from,
      newest,
      result,
      changes: changesOf(newest ?? {}, result),
      conflicts,
      unreadable,
      isEdited: !isSaved || unreadable.length > 0,
      ...(others.length > 0 && outcome.value.state === 'idle' && { newer: { ...origin, changes: others } }),
      ...(now.state === 'missing' && base !== undefined && { deleted: origin }),
    }
  })

  /** The record on which a new copy is based. */
  function heldBase(): Base<T> | undefined {
    const now = held.peek()
    return now.state === 'ready' ? { value: now.value, tag: now.tag } : undefined
  }

  /** Shows a copy. One that equals its base ends the editing, unless a save decides later. */
  function set(next: Work<T>): void {
    const isBack = isBackTo(next)
    work.value = isBack && !isSaving() ? ended(next) : next
  }

  function edit(next: T, step?: string): void {
    steps.add(work.peek(), step)
    const current = work.peek()
    const { value } = draft.peek()
    const isHeld = ({ pointer }: Unreadable) => isSame(valueAt(value, pointer), valueAt(next, pointer))
    const unreadable = current.unreadable?.filter(isHeld) ?? []
    set({ ...current, mine: next, base: current.mine === undefined ? heldBase() : current.base, unreadable })
    if (work.peek().mine === undefined) outcome.value = calm
  }

  function setText(member: string, text?: Unreadable): void {
    const { unreadable = [] } = work.peek()
    const others = unreadable.filter(({ pointer }) => pointer !== member)
    if (!text && others.length === unreadable.length) return
    steps.add(work.peek(), `${member} text`)
    work.value = { ...work.peek(), unreadable: text ? [...others, text] : others }
  }

  function undo(): void {
    const before = steps.last()
    if (!before) return
    const { base } = work.peek()
    if (!isSaving()) work.value = before
    else if (before.mine === undefined) work.value = { mine: base?.value ?? empty, base, conflicts: [] }
    else if (before.base === base) work.value = before
    else return // The step is older than what the save has merged.
    steps.drop()
  }

  function discard(): void {
    steps.add(work.peek())
    work.value = untouched
    outcome.value = isSaving() ? { ...calm, state: 'saving' } : calm
  }

  function takeNewer(): void {
    const now = heldBase()
    if (!now || work.peek().mine === undefined || isSaving()) return
    steps.add(work.peek())
    rebase(now.value, now.tag)
  }

  function choose(pointer: string, side: 'mine' | 'theirs' | 'base'): void {
    const { mine, conflicts } = work.peek()
    if (mine === undefined) return
    steps.add(work.peek())
    const group = together.find((names) => names.some((name) => pointer === `/${name}`)) ?? []
    const isMeant = (one: Conflict) => one.pointer === pointer || group.some((name) => one.pointer === `/${name}`)
    const chosen = conflicts.filter(isMeant)
    const value = chosen.reduce<unknown>((value, one) => withValueAt(value, one.pointer, sideOf(one, side)), mine) as T
    set({ ...work.peek(), mine: value, conflicts: conflicts.filter((one) => !isMeant(one)) })
  }

  function rebase(theirs: T, tag: string | undefined): boolean {
    const { mine, base } = work.peek()
    if (mine === undefined) return true
    const known = base?.value ?? {}
    const merged = merge({ base: known, mine, theirs }, together)
    const taken = changesOf(known, theirs).filter(
      ({ pointer, now }) =>
        !merged.conflicts.some((one) => one.pointer === pointer) && !isSame(valueAt(mine, pointer), now),
    )
    const { conflicts } = merged
    work.value = { ...work.peek(), mine: merged.value as T, base: { value: theirs, tag }, conflicts }
    if (taken.length > 0 || merged.conflicts.length > 0) {
      const now = held.peek()
      const origin = now.state === 'ready' && isSame(now.value, theirs) ? originOf(now) : {}
      outcome.value = { ...outcome.peek(), merged: { ...origin, changes: taken } }
    }
    return merged.conflicts.length === 0
  }

  function finish(saved?: SavedChange<T> & { readonly sent: T }): void {
    const { mine } = work.peek()
    steps.clear()
    outcome.value = { ...outcome.peek(), problems: {} }
    if (mine === undefined || saved === undefined || mine === saved.sent) work.value = ended(work.peek())
    else {
      const { sent, now } = saved
      const { value, conflicts } = merge({ base: sent, mine, theirs: now }, together)
      work.value = { ...work.peek(), mine: value as T, base: { value: now, tag: etagOf(now) }, conflicts }
    }
  }

  function tidy(): void {
    if (!isBackTo(work.peek())) return
    work.value = ended(work.peek())
    outcome.value = { ...outcome.peek(), problems: {} }
  }

  const texts = { hold: (text: Unreadable) => setText(text.pointer, text), drop: (pointer: string) => setText(pointer) }
  return { work, outcome, draft, edit, ...texts, undo, discard, takeNewer, choose, rebase, finish, tidy }
}

/** A record that is not edited. */
const shown = <T>(value: T, saved: T | undefined) => ({ value, saved, newest: saved, result: value })

/** What is left of an edit once the copy is gone: the texts that are no values. */
const ended = <T>({ unreadable = [] }: Work<T>): Work<T> => ({ conflicts: [], unreadable })

const isBackTo = <T>({ mine, base, conflicts }: Work<T>): boolean =>
  mine !== undefined && base !== undefined && conflicts.length === 0 && isSame(mine, base.value)

const sideOf = ({ was, now, theirs }: Conflict, side: 'mine' | 'theirs' | 'base'): unknown =>
  side === 'mine' ? now : side === 'theirs' ? theirs : was

function originOf({ by, at }: { readonly by?: string; readonly at?: number }): { by?: string; at?: number } {
  return { ...(by !== undefined && { by }), ...(at !== undefined && { at }) }
}
