import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { chooseMerges, reach, type Start } from './choose-merges.ts'

const IMPORT = /(?<=\bfrom ")\.\/([^"]+\.js)(?=")/g
/** A file or a package. Only one at the start of a line: texts can contain the same words. */
const ANY_IMPORT = /^(?:import .*|\} )from "(?:\.\/)?([^"]+)"/gm
const LATE_IMPORT = /\bimport\("\.\/([^"]+\.js)"\)/g

interface Merging {
  /** The public entries: their file names without extension. */
  readonly entries: readonly string[]
  /** The entries of programs in browsers and workers: merging adds nothing to what they load. */
  readonly light: readonly string[]
  /** The light entries whose late imports must stay small, too. */
  readonly lightLater: readonly string[]
}

/**
 * Merges chunks of a build that are mostly loaded together, since each loaded file costs half a millisecond. Splitting
 * creates a chunk for each set of entries and late imports that reach it.
 */
export async function mergeChunks(folder: string, { entries, light, lightLater }: Merging): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, await readFile(join(folder, name), 'utf8'))
  const importsOf = (name: string, pattern: RegExp) =>
    [...(texts.get(name) ?? '').matchAll(pattern)].map(([, target]) => target as string)
  const files = new Map(
    [...texts].map(([name, { length }]) => [name, { size: length, imports: importsOf(name, ANY_IMPORT) }]),
  )
  const starts = entries.flatMap((entry): Start[] => {
    const [file, isLight] = [`${entry}.js`, light.includes(entry)]
    const late = new Set(
      lightLater.includes(entry) ? [...reach(files, file)].flatMap((name) => importsOf(name, LATE_IMPORT)) : [],
    )
    return [{ file, isLight }, ...[...late].map((one) => ({ file: one, afterwards: file, isLight: false }))]
  })

  const loaded = new Set(starts.flatMap(({ file }) => [...reach(files, file)]))
  const chunks = names.filter((name) => name.startsWith('chunk-') && loaded.has(name))
  const mergedInto = chooseMerges({ files, starts }, chunks)
  const renamed = (text: string) => text.replaceAll(IMPORT, (_, name: string) => `./${mergedInto.get(name) ?? name}`)

  for (const [into, others] of Map.groupBy(mergedInto.keys(), (name) => mergedInto.get(name) as string))
    texts.set(into, await bundled([into, ...others], folder))
  for (const [name, text] of texts)
    if (mergedInto.has(name)) await rm(join(folder, name))
    else await writeFile(join(folder, name), renamed(text))
}

/** Bundles chunks into one. Fails if two of them export different things under the same name. */
async function bundled(chunks: readonly string[], folder: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: chunks.map((name) => `export * from './${name}'`).join('\n'), resolveDir: folder },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    write: false,
    logOverride: { 'ambiguous-reexport': 'error' },
    plugins: [
      {
        name: 'other-chunks',
        setup: ({ onResolve }) =>
          onResolve({ filter: /.*/ }, ({ path, kind }) =>
            kind === 'entry-point' || chunks.some((name) => path === `./${name}`)
              ? undefined
              : { path, external: true },
          ),
      },
    ],
  })
  return outputFiles[0]?.text as string
}
