import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

/** The gzipped bytes that a browser loads for flags in memory. Think twice before you raise it. */
const BUDGET = 14_500

it('flags in memory are small, and bring no schemas', async () => {
  const { outputFiles, metafile } = await build({
    stdin: {
      contents: "export { live } from './live/live.ts'",
      resolveDir: fileURLToPath(new URL('..', import.meta.url)),
    },
    ...{ bundle: true, minify: true, write: false, metafile: true },
    ...{ format: 'esm', platform: 'browser', conditions: ['@signalbox/source'] },
  })
  const [file] = outputFiles
  const size = gzipSync(file?.contents ?? '').length
  console.log(`live: ${size} bytes of gzip, ${file?.contents.length} minified (budget ${BUDGET})`)
  expect(Object.keys(metafile.inputs).filter((path) => /typebox|ajv/.test(path))).toEqual([])
  expect(size).toBeLessThan(BUDGET)
})
