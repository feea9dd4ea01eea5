const MOST_STEPS = 200
const SAME_STEP_MS = 1000

/** The states before the last edits, the newest last. */
export interface Steps<S> {
  /** Keeps the state before an edit. Edits with the same name within a second are one step. */
  add(before: S, name?: string): void
  last(): S | undefined
  drop(): void
  clear(): void
}

/** Creates an empty list of steps. `clock` returns milliseconds. */
export function createSteps<S>(clock: () => number): Steps<S> {
  let steps: { readonly before: S; readonly name: string | undefined; readonly at: number }[] = []
  return {
    add(before, name) {
      const last = steps.at(-1)
      const at = clock()
      if (name !== undefined && last?.name === name && at - last.at < SAME_STEP_MS)
        steps = [...steps.slice(0, -1), { ...last, at }]
      else steps = [...steps.slice(1 - MOST_STEPS), { before, name, at }]
    },
    last: () => steps.at(-1)?.before,
    drop() {
      steps = steps.slice(0, -1)
    },
    clear() {
      steps = []
    },
  }
}
