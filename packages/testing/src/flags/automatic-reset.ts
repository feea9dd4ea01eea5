/** Registers a hook to run after each test, as `afterEach` of Vitest, node:test, Jest and Mocha does. */
export type AfterEach = (hook: () => void) => unknown

/**
 * Registers a reset after each test, with the given `afterEach` or the runner's global one. Without either, or inside a
 * test, where runners reject hooks, the test must reset the flags itself.
 */
export function resetAfterEach(reset: () => void, afterEach: AfterEach | undefined): void {
  if (afterEach) return void afterEach(() => reset())
  const { afterEach: ofRunner } = globalThis as { readonly afterEach?: AfterEach }
  try {
    ofRunner?.(() => reset())
  } catch {
    // Flags created inside a test need no reset: they end with it.
  }
}
