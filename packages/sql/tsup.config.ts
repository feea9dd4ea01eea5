import { defineConfig } from 'tsup'

/** Modules of Node keep their `node:`: without it there is no `node:sqlite`. */
export default defineConfig({
  entry: ['src/index.ts'],
  format: 'esm',
  dts: true,
  clean: true,
  removeNodeProtocol: false,
})
