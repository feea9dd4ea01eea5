import type { ReadonlySignal } from '@preact/signals'
import { computed, signal } from '@preact/signals'
import type { JsonPatchOperation } from '@signalbox/core/contract'
import type { Held } from '../log/hold-records.ts'
import { changesOf, isPatchable, toPatch } from './changes.ts'
import type { Draft, Editing } from './draft.ts'
import { isSame } from './is-same.ts'
import type { Conflict } from './merge.ts'
import { merge } from './merge.ts'
import { valueAt, withValueAt } from './pointer.ts'
import { isRejected, problemsOf } from './problems.ts'
import { undoPatch } from './undo-patch.ts'

/** What editing a record needs: the record, and the calls that read and write it. */
export interface EditingPorts<T> {
  readonly held: ReadonlySignal<Held<T>>
  /** The value of a record that is being created. */
  readonly empty: T
  get(): Promise<T>
  create(value: T): Promise<T>
  patch(operations: JsonPatchOperation[], ifMatch?: string): Promise<T>
  replace(value: T, ifMatch: string): Promise<T>
  etagOf(record: T): string | undefined
  /** Called before a write. The returned function takes the answer. */
  expect(): (answer: T | undefined) => void
  /** Called with failures of writes. */
  onFailure(error: unknown): void
  /** Milliseconds, for steps of `undo`. */
  clock(): number
  /** Members that only make sense together, the first of which decides. */
  readonly together: readonly (readonly string[])[]
}

/** The saved record on which a copy is based. Without a tag, it must be read again before it is written. */
interface Base<T> {
  readonly value: T
  readonly tag: string | undefined
}

/** What is edited. `mine` is absent while nothing is. */
interface Work<T> {
  readonly mine?: T
  readonly base?: Base<T> | undefined
  readonly conflicts: readonly Conflict[]
}

interface Outcome<T> extends Pick<Draft<T>, 'problems' | 'state'> {
  readonly error?: unknown
  readonly merged?: NonNullable<Draft<T>['merged']>
}

const untouched = { conflicts: [] }
const calm = { problems: {}, state: 'idle' } as const
const MOST_STEPS = 200
const SAME_STEP_MS = 1000
/** How often a save is repeated because someone else saved in between. */
const MOST_ATTEMPTS = 5

/**
 * Edits a record. Nothing that others saved is overwritten unseen: every write carries the entity tag of the record on
 * which the copy is based, and changes of others are merged by member.
 */
export function createEditing<T extends object>(ports: EditingPorts<T>): Editing<T> {
  const { held, empty, together, clock } = ports
  const work = signal<Work<T>>(untouched)
  const outcome = signal<Outcome<T>>(calm)
  let steps: { readonly before: Work<T>; readonly name: string | undefined; readonly at: number }[] = []

  const draft = computed((): Draft<T> => {
    const { mine, base, conflicts } = work.value
    const now = held.value
    const saved = now.state === 'ready' ? now.value : undefined
    if (mine === undefined)
      return { ...outcome.value, value: saved ?? empty, saved, changes: [], conflicts, isEdited: false }
    const isSaved = saved !== undefined && isSame(saved, mine)
    const from = isSaved ? saved : base?.value
    const others = saved !== undefined && from !== undefined ? changesOf(from, saved) : []
    const origin = now.state === 'ready' || now.state === 'missing' ? originOf(now) : {}
    return {
      ...outcome.value,
      value: mine,
      saved: from,
      changes: changesOf(from ?? {}, mine),
      conflicts,
      isEdited: !isSaved,
      ...(others.length > 0 && outcome.value.state === 'idle' && { newer: { ...origin, changes: others } }),
      ...(now.state === 'missing' && base !== undefined && { deleted: origin }),
    }
  })

  /** The record on which a new copy is based. */
  function heldBase(): Base<T> | undefined {
    const now = held.peek()
    return now.state === 'ready' ? { value: now.value, tag: now.tag } : undefined
  }

  function remember(name: string | undefined): void {
    const last = steps.at(-1)
    const at = clock()
    if (name !== undefined && last?.name === name && at - last.at < SAME_STEP_MS) {
      steps[steps.length - 1] = { ...last, at }
      return
    }
    steps = [...steps.slice(1 - MOST_STEPS), { before: work.peek(), name, at }]
  }

  function edit(next: T, step?: string): void {
    remember(step)
    const current = work.peek()
    const base = current.mine === undefined ? heldBase() : current.base
    const isBack = base !== undefined && current.conflicts.length === 0 && isSame(next, base.value)
    work.value = isBack ? untouched : { ...current, mine: next, base }
    if (isBack) outcome.value = calm
  }

  /** Bases the copy on a newer record. Returns whether it can be saved. */
  function rebase(theirs: T, tag: string | undefined): boolean {
    const { mine, base } = work.peek()
    if (mine === undefined) return true
    const known = base?.value ?? {}
    const merged = merge({ base: known, mine, theirs }, together)
    const taken = changesOf(known, theirs).filter(
      ({ pointer, now }) =>
        !merged.conflicts.some((one) => one.pointer === pointer) && !isSame(valueAt(mine, pointer), now),
    )
    work.value = { mine: merged.value as T, base: { value: theirs, tag }, conflicts: merged.conflicts }
    if (taken.length > 0 || merged.conflicts.length > 0) {
      const now = held.peek()
      const origin = now.state === 'ready' && isSame(now.value, theirs) ? originOf(now) : {}
      outcome.value = { ...outcome.peek(), merged: { ...origin, changes: taken } }
    }
    return merged.conflicts.length === 0
  }

  /** Reads the record and merges it. Resolves with whether the copy can be saved. Rejects if there is no record. */
  async function readNewest(): Promise<boolean> {
    const take = ports.expect()
    const newest = await ports.get()
    take(newest)
    return rebase(newest, ports.etagOf(newest))
  }

  async function save(): Promise<boolean> {
    const { mine, conflicts } = work.peek()
    if (mine === undefined || conflicts.length > 0 || outcome.peek().state === 'saving') return mine === undefined
    if (draft.peek().deleted) return false
    outcome.value = { problems: {}, state: 'saving' }
    try {
      return await write()
    } catch (error) {
      await settle(error)
      return work.peek().mine === undefined
    } finally {
      outcome.value = { ...outcome.peek(), state: 'idle' }
    }
  }

  /** Writes what was edited, after merging what others wrote, until that succeeds or something conflicts. */
  async function write(): Promise<boolean> {
    for (let attempts = 0; ; attempts++) {
      if (isUnsure() && !(await readNewest())) return false
      const { mine, base } = work.peek() as { mine: T; base?: Base<T> }
      const changes = base && changesOf(base.value, mine)
      if (changes?.length === 0) return finish()
      const take = ports.expect()
      try {
        const answer = await send(mine, base, changes ?? [])
        take(answer)
        return finish({ sent: mine, answer })
      } catch (error) {
        const isOvertaken = codeOf(error) === (base ? 'PRECONDITION_FAILED' : 'CONFLICT')
        if (!isOvertaken || attempts >= MOST_ATTEMPTS) throw error
        if (!(await readNewest().catch((cause) => Promise.reject(base ? cause : error)))) return false
      }
    }
  }

  /** Whether it is unknown what the service has. */
  const isUnsure = () => {
    const { base } = work.peek()
    return base !== undefined && base.tag === undefined
  }

  function send(mine: T, base: Base<T> | undefined, changes: ReturnType<typeof changesOf>): Promise<T> {
    if (!base) return ports.create(mine)
    const tag = base.tag as string
    const isRename = changes.some(({ pointer }) => pointer === '/id')
    return isPatchable(changes) && !isRename ? ports.patch(toPatch(changes), tag) : ports.replace(mine, tag)
  }

  /** Ends the editing of what was sent. What was edited meanwhile stays. */
  function finish(saved?: { readonly sent: T; readonly answer: T }): boolean {
    const { mine } = work.peek()
    steps = []
    outcome.value = { ...outcome.peek(), problems: {} }
    if (mine === undefined || saved === undefined || mine === saved.sent) work.value = untouched
    else {
      const { sent, answer } = saved
      const { value, conflicts } = merge({ base: sent, mine, theirs: answer }, together)
      work.value = { mine: value as T, base: { value: answer, tag: ports.etagOf(answer) }, conflicts }
    }
    return true
  }

  /** After a failure: says what is wrong, and finds out whether a write succeeded whose answer was lost. */
  async function settle(error: unknown): Promise<void> {
    ports.onFailure(error)
    if (isRejected(error)) {
      outcome.value = { ...outcome.peek(), problems: Object.fromEntries(problemsOf(error)) }
      return
    }
    if (codeOf(error) === 'NOT_FOUND' && work.peek().base) {
      ports.expect()(undefined)
      return
    }
    outcome.value = { ...outcome.peek(), error }
    if (codeOf(error) !== 'UNAVAILABLE' && codeOf(error) !== 'INTERNAL') return
    const { base } = work.peek()
    if (base) work.value = { ...work.peek(), base: { ...base, tag: undefined } }
    try {
      if ((await readNewest()) && draft.peek().saved !== undefined && draft.peek().changes.length === 0) {
        finish()
        const { error: _, ...rest } = outcome.peek()
        outcome.value = rest
      }
    } catch {
      // The service cannot be reached: the next save reads first.
    }
  }

  return {
    draft,
    edit,
    undo() {
      const step = steps.at(-1)
      if (!step) return
      steps = steps.slice(0, -1)
      work.value = step.before
    },
    discard() {
      remember(undefined)
      work.value = untouched
      outcome.value = calm
    },
    takeNewer() {
      const now = heldBase()
      if (!now || work.peek().mine === undefined) return
      remember(undefined)
      rebase(now.value, now.tag)
    },
    choose(pointer, side) {
      const { mine, conflicts, base } = work.peek()
      if (mine === undefined) return
      remember(undefined)
      const group = together.find((names) => names.some((name) => pointer === `/${name}`)) ?? []
      const isMeant = (one: Conflict) => one.pointer === pointer || group.some((name) => one.pointer === `/${name}`)
      const chosen = conflicts.filter(isMeant)
      const value = chosen.reduce<unknown>(
        (value, one) => withValueAt(value, one.pointer, sideOf(one, side)),
        mine,
      ) as T
      const open = conflicts.filter((one) => !isMeant(one))
      const isTheirs = open.length === 0 && base !== undefined && isSame(value, base.value)
      work.value = isTheirs ? untouched : { mine: value, base, conflicts: open }
    },
    save,
    async takeBack(changes) {
      const operations = undoPatch(changes)
      if (!operations) return
      const take = ports.expect()
      take(await ports.patch(operations))
    },
    async createAgain() {
      const { mine } = work.peek()
      if (mine === undefined) return false
      work.value = { mine, conflicts: [] }
      return save()
    },
  }
}

const sideOf = ({ was, now, theirs }: Conflict, side: 'mine' | 'theirs' | 'base'): unknown =>
  side === 'mine' ? now : side === 'theirs' ? theirs : was

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code

function originOf({ by, at }: { readonly by?: string; readonly at?: number }): { by?: string; at?: number } {
  return { ...(by !== undefined && { by }), ...(at !== undefined && { at }) }
}
