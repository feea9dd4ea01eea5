import { signal } from '@preact/signals'
import { mount } from '../mount.ts'
import type { MemberChange } from '../saving/changes.ts'
import { confirmsAll, idsToConfirm } from './id-to-type.ts'

/** What the user is asked before records are changed. */
export interface Question {
  /** `Save shop:express?` */
  readonly title: string
  /** The label of the button that does it: `Save`. */
  readonly action: string
  /** Whether it removes something. */
  readonly danger?: boolean
  /** Whether it cannot be taken back: then the id is asked for, whatever the mount wants. */
  readonly isFinal?: boolean
  /** The members that change. */
  readonly changes?: readonly MemberChange[]
  /** What it means, in sentences. */
  readonly means?: readonly string[]
}

/** A question that waits for its answer. */
export interface OpenQuestion extends Question {
  /** The id that the user types; absent if a click is enough. */
  readonly typed?: string
  answer(isConfirmed: boolean): void
}

/** The question that waits for its answer, if one does. */
export const question = signal<OpenQuestion | undefined>(undefined)

/**
 * Asks the user to type an id, if the mount wants this for one of the ids that are changed, or if the change is final.
 * Resolves with whether the change may be made: at once if none of them needs a confirmation. For many records, the
 * first id stands for all.
 */
export async function confirmed(ids: Iterable<string>, wanted: Question): Promise<boolean> {
  const found = wanted.isFinal ? [...ids] : idsToConfirm(ids, mount.confirm)
  const [typed] = found
  if (typed === undefined) return true
  const all = confirmsAll(found.length)
  return asked({ ...wanted, means: [...(wanted.means ?? []), ...(all === undefined ? [] : [all])], typed })
}

/** Asks the user, who types an id if there is one to type. Resolves with whether the user confirmed. */
export async function asked(wanted: Question & { readonly typed?: string }): Promise<boolean> {
  question.peek()?.answer(false)
  return new Promise((resolve) => {
    const open: OpenQuestion = {
      ...wanted,
      answer(isConfirmed) {
        if (question.peek() === open) question.value = undefined
        resolve(isConfirmed)
      },
    }
    question.value = open
  })
}
