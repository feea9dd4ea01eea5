/** Work that can be interrupted at each `yield`. */
export type InSlices<T> = Generator<void, T>

/** How many records are processed in a row: a few milliseconds of work. */
export const SLICE = 1000

/** Runs the work without pauses. */
export function atOnce<T>(work: InSlices<T>): T {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/**
 * Runs the work with a pause after each slice, so that it does not block the thread. Returns `undefined` if aborted.
 */
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
