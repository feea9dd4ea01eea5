import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

const hono = fileURLToPath(new URL('../../hono/src/index.ts', import.meta.url))

/** The gzipped size of a module in bytes, bundled into one file for a worker with the built core. */
export async function workerBytes(contents: string, entries: Readonly<Record<string, string>>): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    alias: { ...entries, '@signalbox/hono': hono },
    bundle: true,
    minify: true,
    platform: 'browser',
    conditions: ['workerd', 'worker'],
    format: 'esm',
    write: false,
  })
  return gzipSync(outputFiles[0]!.contents).length
}
