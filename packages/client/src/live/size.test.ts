import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { expect, it } from 'vitest'

/**
 * The gzipped bytes that a browser loads for flags in memory. Think twice before you raise it. 14,600 before configs had
 * rules and experiments had audiences: reading configs in a context, asking the server about rules that only it can
 * evaluate, and the contexts of variants take the rest. 16,400 before handles of flags, 16,700 before features shared equal
 * members (`plain-feature.ts`): 300 bytes of code save more than 200 bytes for each feature. 17,000 before unknown keys and
 * missing attributes were reported once for each key; their sentences are loaded when needed. 17,710
 * before experiments had a shipped variant, which a client reads without asking the server. What evaluates rules is loaded when
 * needed, too, and not counted. The order of files in the bundle, which follows their paths, moves the figure by a few bytes.
 */
const BUDGET = 17_760

it('flags in memory are small, and bring no schemas', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: "export { live } from './live/live.ts'",
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    ...{ bundle: true, splitting: true, minify: true, write: false, metafile: true, outdir: 'out' },
    ...{ format: 'esm', platform: 'browser', conditions: ['@signalbox/source'] },
  })
  const sizeOf = (...paths: string[]) =>
    gzipSync(
      Buffer.concat(paths.map((path) => outputFiles.find((one) => one.path.endsWith(path))?.contents ?? Buffer.of())),
    ).length
  const first = new Set(loadedBy(metafile, 'out/stdin.js'))
  const late = Object.keys(metafile.outputs).filter((path) => !first.has(path))
  const size = sizeOf(...first)
  console.log(`live: ${size} bytes of gzip (budget ${BUDGET})`)
  for (const path of late) console.log(`live, when needed: ${sizeOf(path)} bytes of gzip in ${path}`)
  expect(Object.keys(metafile.inputs).filter((path) => /typebox|ajv/.test(path))).toEqual([])
  const inputs = [...first].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}))
  expect(inputs.filter((path) => /decide-rules|compile-segment|pattern-engine|live\/rules\.ts/.test(path))).toEqual([])
  expect(size).toBeLessThan(BUDGET)
})

/** A file and its static imports. */
function loadedBy({ outputs }: Metafile, path: string): readonly string[] {
  const imported = outputs[path]?.imports.filter(({ kind }) => kind === 'import-statement') ?? []
  return [path, ...imported.flatMap((one) => loadedBy({ outputs } as Metafile, one.path))]
}
