import { defineConfig } from 'vitest/config'

/** Tests of the packages as they would be published, outside the repository. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: './pack.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 50_000, interval: 50 } },
    // Scripts and servers may start late on a busy machine.
    retry: process.env.CI ? 1 : 0,
  },
})
