import { defineConfig } from 'tsup'

/** The library and the command. Modules of Node keep their `node:`, without which some do not exist. */
export default defineConfig({
  entry: ['src/index.ts', 'src/main.ts', 'src/openapi-worker.ts'],
  format: 'esm',
  dts: { entry: 'src/index.ts' },
  clean: true,
  removeNodeProtocol: false,
})
