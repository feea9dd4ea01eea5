/** Work that can be interrupted wherever it yields. */
export type InSlices<T> = Generator<void, T>

/** How many records are looked at in a row: some milliseconds' worth. */
export const SLICE = 1000

/** Does work at once. */
export function atOnce<T>(work: InSlices<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Does work with a pause after each slice, so that it holds up nobody; `undefined` when it is given up. */
export async function withPauses<T>(
  work: InSlices<T>,
  { pause, signal }: { readonly pause: () => Promise<void>; readonly signal: AbortSignal },
): Promise<T | undefined> {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await pause()
    if (signal.aborted) return undefined
  }
}
