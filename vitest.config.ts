import { defineConfig } from 'vitest/config'

const conditions = ['@signalbox/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts'],
    testTimeout: 60_000, // many tests start servers of their own, on machines that have other things to do,
    typecheck: { enabled: true, include: ['packages/*/src/**/*.test-d.ts'] },
  },
})
