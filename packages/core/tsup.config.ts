import { defineConfig } from 'tsup'
import { licenses } from './build/licenses.ts'
import { validatorsAhead } from './build/validators-ahead.ts'

/** Packages of which a part is in the build. */
const bundled = ['typebox', 'sorted-btree']

/** The entries share chunks, so that what one remembers of a value (its entity tag, say) the others know. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    flags: 'src/flags/index.ts',
    contract: 'src/contract.ts',
    errors: 'src/entries/errors.ts',
    access: 'src/entries/access.ts',
    store: 'src/entries/store.ts',
    wire: 'src/wire/index.ts',
    evaluate: 'src/entries/evaluate.ts',
    openapi: 'src/gateway/import-openapi/entry.ts',
    reference: 'src/reference/index.ts',
  },
  format: 'esm',
  platform: 'neutral',
  splitting: true,
  // As 374 modules TypeBox takes most of the time of an import, and most of sorted-btree's file are comments.
  noExternal: bundled,
  dts: true,
  clean: true,
  plugins: [
    {
      name: 'no-bare-imports',
      /** Chunks have no side effects: an import that takes nothing of one loads it in vain, and bundlers warn of it. */
      renderChunk: (code) => ({ code: code.replaceAll(/^import "\.\/[^"]+";\n/gm, '') }),
    },
  ],
  esbuildPlugins: [validatorsAhead(), licenses([...bundled, 'ajv'])],
})
