import { defineConfig } from 'tsup'

/** The library and the command. Modules of Node keep their `node:`, without which some do not exist. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    main: 'src/main.ts',
    'openapi-worker': 'src/openapi/openapi-worker.ts',
    'plane-worker': 'src/workers/plane-worker.ts',
  },
  format: 'esm',
  dts: { entry: 'src/index.ts' },
  clean: true,
  removeNodeProtocol: false,
})
