/** Registers what is to happen after each test, as `afterEach` of Vitest, node:test, Jest and Mocha does. */
export type AfterEach = (hook: () => void) => unknown

/**
 * Resets after each test: by the `afterEach` that is given, else by the one that the runner has made global. Without either, or
 * inside a test, where runners take no hooks, nobody resets but the test itself.
 */
export function resetAfterEach(reset: () => void, afterEach: AfterEach | undefined): void {
  if (afterEach) return void afterEach(() => reset())
  const { afterEach: ofRunner } = globalThis as { readonly afterEach?: AfterEach }
  try {
    ofRunner?.(() => reset())
  } catch {
    // Flags that are made inside a test end with it.
  }
}
