import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** How files are served, by extension. Fonts are compressed by their own format. */
const kinds = {
  '.js': { type: 'text/javascript; charset=utf-8', gzip: true },
  '.css': { type: 'text/css; charset=utf-8', gzip: true },
  '.svg': { type: 'image/svg+xml', gzip: true },
  '.woff2': { type: 'font/woff2', gzip: false },
} as const satisfies Record<string, { type: string; gzip: boolean }>

/**
 * Writes the files of the page as modules into their folder: `files.js` holds the page and a table of its files, and
 * `files/` one module per file with its bytes, which is loaded when the file is requested.
 */
export function writeModules(folder: string): void {
  mkdirSync(join(folder, 'files'))
  const rows = readdirSync(join(folder, 'assets')).map((name) => {
    const kind = kinds[extname(name) as keyof typeof kinds]
    if (!kind) throw new Error(`${name} has no content type: add its extension to build/write-modules.ts`)
    const bytes = readFileSync(join(folder, 'assets', name))
    const written = kind.gzip ? gzipSync(bytes, { level: 9 }) : bytes
    writeFileSync(join(folder, 'files', `${name}.js`), `export const bytes = '${written.toString('base64')}'\n`)
    const load = `async () => (await import('./files/${name}.js')).bytes`
    return `  ['${name}', { type: '${kind.type}', gzip: ${kind.gzip}, load: ${load} }],\n`
  })
  const template = readFileSync(join(folder, 'index.html'), 'utf8')
  for (const place of ['<!--head-->', '<!--body-->'])
    if (template.split(place).length !== 2) throw new Error(`index.html must have one ${place}`)
  const text = `export const template = ${JSON.stringify(template)}\n\nexport const assets = new Map([\n${rows.join('')}])\n`
  writeFileSync(join(folder, 'files.js'), text)
}
