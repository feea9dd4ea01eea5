import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'tsup'

/** The app, and a chunk for each file of the page, which is loaded when it is asked for. The licenses of the page go with it. */
export default defineConfig(({ outDir = 'dist' }) => ({
  entry: ['src/index.ts'],
  format: 'esm',
  platform: 'neutral',
  dts: true,
  clean: true,
  async onSuccess() {
    copyFileSync('built/THIRD-PARTY-LICENSES.md', join(outDir, 'THIRD-PARTY-LICENSES.md'))
  },
}))
