import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'

const IMPORT = /(?<=\bfrom ")\.\/([^"]+\.js)(?=")/g
const LATE_IMPORT = /\bimport\("\.\/([^"]+\.js)"\)/g

interface Merging {
  /** The public entries: their file names without extension. */
  readonly entries: readonly string[]
  /** The entries whose late imports must stay small. */
  readonly light: readonly string[]
}

/**
 * Merges chunks of a build that are always loaded together, since each loaded file costs half a millisecond. Splitting
 * creates a chunk for each set of entries and late imports that reach it.
 * Chunks reached by the same entries become one file. Late imports of `light` entries are distinguished too, to keep
 * them small. Merging cannot create a cycle: whatever reaches a chunk also reaches its imports.
 */
export async function mergeChunks(folder: string, { entries, light }: Merging): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.js'))
  const texts = new Map<string, string>()
  for (const name of names) texts.set(name, await readFile(join(folder, name), 'utf8'))
  const importsOf = (name: string, pattern = IMPORT) =>
    [...(texts.get(name) ?? '').matchAll(pattern)].map(([, target]) => target as string)
  function reach(from: string): ReadonlySet<string> {
    const reached = new Set([from])
    for (const name of reached) for (const target of importsOf(name)) reached.add(target)
    return reached
  }

  const files = entries.map((entry) => `${entry}.js`)
  const late = light.flatMap((entry) => [...reach(`${entry}.js`)]).flatMap((name) => importsOf(name, LATE_IMPORT))
  const reachedBy = new Map<string, string[]>()
  for (const from of [...files, ...new Set(late)])
    for (const name of reach(from)) reachedBy.set(name, [...(reachedBy.get(name) ?? []), from])

  const groups = Map.groupBy(
    names.filter((name) => name.startsWith('chunk-') && reachedBy.has(name)),
    (name) => reachedBy.get(name)?.join() as string,
  )
  const mergedInto = new Map<string, string>()
  for (const chunks of groups.values()) {
    const [first, ...others] = chunks
    for (const name of others) mergedInto.set(name, first as string)
  }
  const renamed = (text: string) => text.replaceAll(IMPORT, (_, name: string) => `./${mergedInto.get(name) ?? name}`)

  for (const chunks of groups.values())
    if (chunks.length > 1) texts.set(chunks[0] as string, await bundled(chunks, folder))
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
