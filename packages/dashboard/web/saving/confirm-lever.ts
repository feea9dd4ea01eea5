import { signal } from '@preact/signals'

/** A lever that waits for its confirmation. */
export interface LeverQuestion {
  readonly id: string
  readonly enabled: boolean
  answer(isConfirmed: boolean): void
}

/** The lever that waits for its confirmation, if one does. */
export const leverQuestion = signal<LeverQuestion | undefined>(undefined)

/** Asks the user to confirm a lever by typing the id. Resolves with whether they did. */
export function confirmLever(id: string, enabled: boolean): Promise<boolean> {
  leverQuestion.peek()?.answer(false)
  return new Promise((resolve) => {
    leverQuestion.value = {
      id,
      enabled,
      answer(isConfirmed) {
        leverQuestion.value = undefined
        resolve(isConfirmed)
      },
    }
  })
}
