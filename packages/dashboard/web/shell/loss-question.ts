import { signal } from '@preact/signals'

/** Drafts that would be lost, and the answer of the user. */
export interface LossQuestion {
  readonly count: number
  answer(mayLose: boolean): void
}

/** The question about unsaved drafts, while it waits for its answer. */
export const lossQuestion = signal<LossQuestion | undefined>(undefined)

/** Asks whether unsaved drafts may be lost. */
export function mayLose(count: number): Promise<boolean> {
  lossQuestion.peek()?.answer(false)
  return new Promise((resolve) => {
    lossQuestion.value = {
      count,
      answer(mayLose) {
        lossQuestion.value = undefined
        resolve(mayLose)
      },
    }
  })
}
