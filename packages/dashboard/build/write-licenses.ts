import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

/** The file in which Vite puts the licenses of the packages whose modules are in the page. */
export const bundledLicenses = 'bundled-licenses.md'

const { resolve } = createRequire(import.meta.url)
const fonts = join(import.meta.dirname, '../web/styles/fonts')

/** What else is in the page, with the file of its license. */
const others = {
  Lucide: resolve('lucide-static/LICENSE'),
  'Public Sans': join(fonts, 'public-sans.LICENSE.txt'),
  'Overpass Mono': join(fonts, 'overpass-mono.LICENSE.txt'),
}

/** Writes the licenses of all that the page contains into its folder, which is published with it. */
export function writeLicenses(folder: string): void {
  const bundled = join(folder, bundledLicenses)
  const texts = Object.entries(others).map(([name, file]) => `\n## ${name}\n\n${readFileSync(file, 'utf8').trim()}\n`)
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.md'), readFileSync(bundled, 'utf8') + texts.join(''))
  rmSync(bundled)
}
