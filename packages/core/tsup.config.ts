import { defineConfig } from 'tsup'
import { apart } from './build/apart.ts'
import { licenses } from './build/licenses.ts'
import { mergeChunks } from './build/merge-chunks.ts'
import { validatorParts, validatorsAhead } from './build/validators-ahead.ts'

/** Packages of which the core needs little, or that are not modules: one file is loaded several times as fast. */
const parts = [
  ...validatorParts(),
  {
    imports: /^sorted-btree$/,
    file: 'parts/sorted-btree',
    contents: "import tree from 'sorted-btree'\nexport default tree",
  },
  {
    imports: /^@noble\/hashes\/(hmac|sha2)\.js$/,
    file: 'parts/hashes',
    contents: "export { hmac } from '@noble/hashes/hmac.js'\nexport { sha256 } from '@noble/hashes/sha2.js'",
  },
  {
    imports: /^eventemitter3$/,
    file: 'parts/eventemitter3',
    contents: "export { EventEmitter } from 'eventemitter3'",
  },
  {
    imports: /^ret$/,
    file: 'parts/ret',
    contents: "import tokenize, { types } from 'ret'\nexport { types }\nexport default tokenize",
  },
]

const entry = {
  index: 'src/index.ts',
  flags: 'src/entries/flags.ts',
  contract: 'src/contract.ts',
  errors: 'src/entries/errors.ts',
  engines: 'src/entries/engines.ts',
  access: 'src/entries/access.ts',
  store: 'src/entries/store.ts',
  sinks: 'src/entries/sinks.ts',
  records: 'src/entries/records.ts',
  documents: 'src/entries/documents.ts',
  wire: 'src/entries/wire.ts',
  evaluate: 'src/entries/evaluate.ts',
  targeting: 'src/entries/targeting.ts',
  grants: 'src/entries/grants.ts',
  gateway: 'src/entries/gateway.ts',
  openapi: 'src/entries/openapi.ts',
  opentelemetry: 'src/entries/opentelemetry.ts',
  reference: 'src/entries/reference.ts',
}

/** The entries of programs in browsers and workers: the ones on the page about sizes, and what documents describe. */
const light = [
  'flags',
  'documents',
  'errors',
  'wire',
  'evaluate',
  'targeting',
  'grants',
  'access',
  'store',
  'opentelemetry',
]

/** What the files of validators import. It is no entry of the package. */
const runtime = { 'validator-runtime': 'build/validator-runtime.ts' }
const shared = { imports: /\/validator-runtime\.ts$/, path: '../validator-runtime.js' }

/** The entries share chunks, so that what one remembers of a value (its entity tag, say) the others know. */
export default defineConfig(({ outDir = 'dist' }) => ({
  entry: { ...entry, ...runtime },
  format: 'esm',
  platform: 'neutral',
  splitting: true,
  dts: { entry },
  clean: true,
  plugins: [
    {
      name: 'no-bare-imports',
      /** Chunks have no side effects: an import that takes nothing of one loads it in vain, and bundlers warn of it. */
      renderChunk: (code) => ({ code: code.replaceAll(/^import "\.\/[^"]+";\n/gm, '') }),
    },
    {
      name: 'merge-chunks',
      buildEnd: () =>
        mergeChunks(outDir, {
          entries: Object.keys({ ...entry, ...runtime }),
          light,
          lightLater: ['flags', 'documents'],
        }),
    },
  ],
  esbuildPlugins: [
    validatorsAhead(),
    apart(parts, shared),
    licenses(['sorted-btree', 'eventemitter3', '@noble/hashes', 'ret', 'ajv']),
  ],
}))
