import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { buildPage } from '../build/build-page.ts'

const built = join(import.meta.dirname, '..', 'built')
const snapshot = join(import.meta.dirname, '__snapshots__', 'sizes.txt')

/** What a browser loads before it shows anything: the script, what that imports, and the style. */
const FIRST_LOAD_KIB = 60
/** The package compressed, with the pages of the portal for previews. Modules hold bytes in base64, most of which compression takes back. */
const PACKAGE_KIB = 760

beforeAll(() => buildPage())

const bytesOf = (file: string) => readFileSync(join(built, 'assets', file))
const kibOf = (file: string) =>
  (file.endsWith('.woff2') ? bytesOf(file) : gzipSync(bytesOf(file), { level: 9 })).length / 1024

it('the page loads at most 60 KiB of scripts and styles before it shows something', () => {
  const page = readFileSync(join(built, 'index.html'), 'utf8')
  const first = [...page.matchAll(/"\.\/assets\/([^"]*\.(?:js|css))"/g)].map(([, file]) => file!)
  expect(first.length).toBeGreaterThan(1)
  const total = first.reduce((sum, file) => sum + kibOf(file), 0)
  console.info(`The first load is ${total.toFixed(1)} KiB gzip: ${first.join(', ')}`)
  expect(total).toBeLessThan(FIRST_LOAD_KIB)
})

it('the files have the sizes of the snapshot, give or take a tenth', async () => {
  const text = existsSync(snapshot) ? readFileSync(snapshot, 'utf8') : ''
  const known = new Map([...text.matchAll(/^(\S+) +([\d.]+) KiB$/gm)].map(([, name, size]) => [name!, Number(size)]))
  const sizes = new Map<string, number>()
  for (const file of readdirSync(join(built, 'assets'))) {
    const name = file.replace(/-[\w-]{8}(\.\w+)$/, '$1')
    sizes.set(name, (sizes.get(name) ?? 0) + kibOf(file))
  }
  const lines = [...sizes].sort().map(([name, size]) => {
    const before = known.get(name)
    const isSame = before !== undefined && Math.abs(size - before) <= Math.max(0.3, before / 10)
    return `${name.padEnd(28)} ${(isSame ? before : size).toFixed(1)} KiB`
  })
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(snapshot)
})

it('the package is small enough to be a dependency', () => {
  const modules = readdirSync(join(built, 'files')).map((file) => readFileSync(join(built, 'files', file)))
  const packed = gzipSync(Buffer.concat(modules)).length / 1024
  console.info(`The files of the page take ${packed.toFixed(0)} KiB in the package`)
  expect(packed).toBeLessThan(PACKAGE_KIB - 20)
})
