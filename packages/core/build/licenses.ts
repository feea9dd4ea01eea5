import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Metafile, Plugin } from 'esbuild'

/**
 * Creates a plugin that writes the licenses of all bundled packages next to the build. `others` are the licenses of its
 * parts.
 */
export const licenses = (others: readonly string[]): Plugin => ({
  name: 'licenses',
  setup({ onEnd, initialOptions }) {
    initialOptions.metafile = true
    onEnd(async ({ metafile }) => {
      const packages = [...new Set([...others, ...packagesIn(metafile as Metafile)])].sort()
      const texts = await Promise.all(packages.map(async (name) => `${name}\n\n${await licenseOf(name)}`))
      await writeFile(join(initialOptions.outdir as string, 'THIRD-PARTY-LICENSES.txt'), texts.join('\n\n'))
    })
  },
})

/** The names of the packages whose modules a build contains. */
function packagesIn({ inputs }: Metafile): string[] {
  return Object.keys(inputs).flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])
}

/** Reads the license of a package from the nearest folder above its entry that has one. */
async function licenseOf(name: string): Promise<string> {
  let folder = dirname(createRequire(import.meta.url).resolve(name))
  for (;;) {
    const file = (await readdir(folder)).find((one) => /^licen[cs]e(\.|$)/i.test(one))
    if (file) return readFile(join(folder, file), 'utf8')
    if (folder === dirname(folder)) throw new Error(`${name} has no license file`)
    folder = dirname(folder)
  }
}
