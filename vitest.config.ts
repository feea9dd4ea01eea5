import { defineConfig } from 'vitest/config'

/** Tests import the sources of the packages; with `SIGNALBOX_BUILT` what was built of them. */
const conditions = process.env.SIGNALBOX_BUILT ? [] : ['@signalbox/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts', '.ci/*.test.ts'],
    // Many tests start servers of their own, on machines that have other things to do.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Where nobody can look again, a test that fails by chance is tried once more, and told of; a property that is refuted is not.
    retry: process.env.CI ? { count: 1, condition: /^(?!Property failed)/ } : 0,
    expect: { poll: { timeout: 50_000, interval: 10 } },
    typecheck: { enabled: true, include: ['packages/*/src/**/*.test-d.ts'] },
  },
})
