import { defineConfig } from 'vitest/config'

const conditions = ['@signalbox/source']

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: ['packages/*/src/**/*.test.ts', 'examples/**/*.test.ts'],
    testTimeout: 20_000,
    typecheck: { enabled: true, include: ['packages/*/src/**/*.test-d.ts'] },
  },
})
