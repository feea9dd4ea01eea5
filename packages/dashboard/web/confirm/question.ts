import { type Signal, signal } from '@preact/signals'
import { mount } from '../place/mount.ts'
import type { MemberChange } from '../values/changes.ts'
import type { Because } from './because.ts'
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
  /** Whether it is asked even if a click is enough. @default false */
  readonly always?: boolean
  /** The members that change. */
  readonly changes?: readonly MemberChange[]
  /** What it means, in sentences. */
  readonly means?: readonly string[]
  /** What it concerns, line by line, behind a title that opens it. */
  readonly listed?: { readonly title: string; readonly lines: readonly string[] }
  /** Where the reason is typed; `false` if none is asked for. @default asked for by the question alone */
  readonly why?: Signal<string> | false
}

/** A question that waits for its answer. */
export interface OpenQuestion extends Question {
  /** The id that the user types; absent if a click is enough. */
  readonly typed?: string
  answer(because: Because | undefined): void
}

/** The question that waits for its answer, if one does. */
export const question = signal<OpenQuestion | undefined>(undefined)

/**
 * Asks the user to type an id, if the mount wants this for one of the ids that are changed, or if the change is final.
 * Resolves with the options of the calls that make the change: at once if none of the ids needs a confirmation, and with
 * `undefined` if the user declined. For many records, the first id stands for all.
 */
export async function confirmed(ids: Iterable<string>, wanted: Question): Promise<Because | undefined> {
  const found = wanted.isFinal ? [...ids] : idsToConfirm(ids, mount.confirm)
  const [typed] = found
  if (typed === undefined) return wanted.always ? asked(wanted) : {}
  const all = confirmsAll(found.length)
  return asked({ ...wanted, means: [...(wanted.means ?? []), ...(all === undefined ? [] : [all])], typed })
}

/**
 * Asks the user, who types an id if there is one to type. Resolves with the options of the calls that make the change, or
 * with `undefined` if the user declined.
 */
export async function asked(wanted: Question & { readonly typed?: string }): Promise<Because | undefined> {
  question.peek()?.answer(undefined)
  return new Promise((resolve) => {
    const open: OpenQuestion = {
      ...wanted,
      answer(because) {
        if (question.peek() === open) question.value = undefined
        resolve(because)
      },
    }
    question.value = open
  })
}
