import { defineConfig } from 'vitest/config'

/** What is tried with the packages as they would be published, outside of the repository. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: './pack.ts',
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // Scripts and servers may start late on a machine that has other things to do.
    retry: process.env.CI ? 1 : 0,
  },
})
