import { defineConfig } from 'tsup'
import { generateValidators } from './build/generate-validators.ts'
import { validatedSchemas } from './build/validated-schemas.ts'

/** The entries share chunks, so that what one remembers of a value (its entity tag, say) the others know. */
export default defineConfig({
  entry: {
    index: 'src/index.ts',
    contract: 'src/contract.ts',
    errors: 'src/entries/errors.ts',
    access: 'src/entries/access.ts',
    store: 'src/entries/store.ts',
    wire: 'src/wire/index.ts',
    evaluate: 'src/features/evaluate.ts',
    openapi: 'src/gateway/import-openapi/entry.ts',
    reference: 'src/reference/index.ts',
  },
  format: 'esm',
  platform: 'neutral',
  splitting: true,
  // As 374 modules TypeBox takes most of the time of an import; what the schemas use of it is a small part of one chunk.
  noExternal: ['typebox'],
  dts: true,
  clean: true,
  plugins: [
    {
      name: 'no-bare-imports',
      /** Chunks have no side effects: an import that takes nothing of one loads it in vain, and bundlers warn of it. */
      renderChunk: (code) => ({ code: code.replaceAll(/^import "\.\/[^"]+";\n/gm, '') }),
    },
  ],
  esbuildPlugins: [
    {
      name: 'validators-ahead',
      setup({ onLoad }) {
        const contents = generateValidators(validatedSchemas())
        onLoad({ filter: /[\\/]core[\\/]src[\\/]validators\.ts$/ }, () => ({ contents, loader: 'js' }))
      },
    },
  ],
})
