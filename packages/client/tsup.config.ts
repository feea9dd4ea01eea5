import { defineConfig } from 'tsup'

/** The entries for OpenFeature are separate, so only programs that use it load it. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    node: 'src/node.ts',
    rules: 'src/live/rules.ts',
    openfeature: 'src/openfeature/server.ts',
    'openfeature-web': 'src/openfeature/web.ts',
  },
  format: 'esm',
  dts: true,
  clean: true,
})
