import { configDefaults, defineConfig } from 'vitest/config'

const leftOut = process.env.CI_LEFT_OUT?.split(' ') ?? []

/** Tests of the packages as they would be published, outside the repository. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    globalSetup: './pack.ts',
    // .ci/run says which suites it leaves out.
    exclude: [...configDefaults.exclude, ...(leftOut.includes('deploy') ? ['deploy.test.ts'] : [])],
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 50_000, interval: 50 } },
    // Scripts and servers may start late on a busy machine.
    retry: process.env.CI ? 1 : 0,
  },
})
