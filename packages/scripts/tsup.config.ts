import { defineConfig } from 'tsup'

/** The worker is a file of its own, beside the index that starts it. */
export default defineConfig({
  entry: { index: 'src/index.ts', worker: 'src/worker.ts' },
  format: 'esm',
  platform: 'node',
  splitting: true,
  dts: { entry: 'src/index.ts' },
  clean: true,
})
