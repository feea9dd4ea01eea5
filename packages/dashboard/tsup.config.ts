import { defineConfig } from 'tsup'

/** The app, and a chunk for each file of the page, which is loaded when it is asked for. */
export default defineConfig({ entry: ['src/index.ts'], format: 'esm', platform: 'neutral', dts: true, clean: true })
