import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'tsup'

/** The folder of the script engine's package. */
const root = fileURLToPath(new URL('../../scripts/', import.meta.url))

/**
 * Builds the script engine to JavaScript, as it is installed: stripping types would take a new thread longer than the
 * rest of its start. Returns the path of its module.
 */
export async function buildEngine(): Promise<{ file: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(`${root}bench-`)
  const entry = { index: `${root}src/index.ts`, worker: `${root}src/worker.ts` }
  await build({
    ...{ entry, outDir: folder, config: false, format: 'esm', platform: 'node', splitting: true, silent: true },
    // The core need not have been built.
    esbuildOptions(options) {
      options.conditions = ['@signalbox/source']
    },
  })
  await writeFile(`${folder}/package.json`, '{"type":"module"}')
  return {
    file: pathToFileURL(`${folder}/index.js`).href,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
