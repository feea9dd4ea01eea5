import { defineConfig } from 'tsup'

export default defineConfig({
  entry: { index: 'src/index.ts', pages: 'src/pages/index.ts' },
  format: 'esm',
  platform: 'neutral',
  dts: true,
  clean: true,
})
