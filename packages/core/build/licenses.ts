import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'esbuild'

/** Creates a plugin that writes the licences of bundled packages next to the build. */
export const licenses = (packages: readonly string[]): Plugin => ({
  name: 'licenses',
  setup({ onEnd, initialOptions }) {
    onEnd(async () => {
      const texts = await Promise.all(packages.map(async (name) => `${name}\n\n${await licenseOf(name)}`))
      await writeFile(join(initialOptions.outdir as string, 'THIRD-PARTY-LICENSES.txt'), texts.join('\n\n'))
    })
  },
})

/** Reads the licence of a package from the nearest folder above its entry that has one. */
async function licenseOf(name: string): Promise<string> {
  let folder = dirname(createRequire(import.meta.url).resolve(name))
  for (;;) {
    const file = (await readdir(folder)).find((one) => /^licen[cs]e(\.|$)/i.test(one))
    if (file) return readFile(join(folder, file), 'utf8')
    if (folder === dirname(folder)) throw new Error(`${name} has no license file`)
    folder = dirname(folder)
  }
}
