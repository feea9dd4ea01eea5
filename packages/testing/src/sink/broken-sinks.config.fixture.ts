import { defineConfig } from 'vitest/config'

const conditions = ['@signalbox/source']

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { include: ['broken-sinks.fixture.ts'], maxWorkers: 1 },
})
