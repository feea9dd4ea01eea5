import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readYaml } from '../../serving/read-yaml.ts'
import { answer, type Site, servedRoutes, toSiteApi } from '../index.ts'
import { apiOf, NOW } from '../site.fixture.ts'
import { referenceOf } from './reference.ts'

/** Packages with documents of real services. With `OPENAPI_DOCUMENTS`, the documents of a folder are read instead. */
const packages = ['@readme/oas-examples', '@scalar/galaxy', 'rclone-openapi']

const modules = new URL('../../../../../node_modules/', import.meta.url).pathname
const folders = process.env.OPENAPI_DOCUMENTS?.split(':') ?? packages.map((name) => join(modules, name))

function* documents(): Generator<readonly [file: string, document: object]> {
  for (const folder of folders)
    for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (!/\.(json|ya?ml)$/.test(file) || /(^|\/)(package|tsconfig)\.json$|node_modules/.test(file)) continue
      const text = readFileSync(join(folder, file), 'utf8')
      if (!/^\W*["']?(openapi|swagger)\W/m.test(text.slice(0, 10_000)) && !/"(openapi|swagger)":/.test(text)) continue
      const document = file.endsWith('.json') ? JSON.parse(text) : readYaml(text)
      if (typeof document === 'object' && document !== null && ('openapi' in document || 'swagger' in document))
        yield [file, document]
    }
}

/** The value below which a share of some numbers is. */
const quantile = (numbers: readonly number[], share: number): number =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))] ?? 0

it('documents of real services have pages of a bearable size, each below the time of a blink', () => {
  const sizes: number[] = []
  const times: number[] = []
  let operations = 0
  let count = 0
  let largest = { size: 0, path: '' }
  const slowest = { time: 0, path: '' }
  for (const [file, document] of documents()) {
    count++
    const resources = [{ path: ['api'], json_content: document }]
    const api = toSiteApi(apiOf({ resources }), { gatewayUrl: 'https://api.example.com', routes: servedRoutes })
    if (!api?.openapi) throw new Error(`${file} is not shown`)
    const site: Site = { title: 'Developers', apis: [api], only: 'billing' }
    const reference = referenceOf(api.openapi)
    operations += reference.pageOf.size
    for (const path of [
      'reference/',
      ...reference.pages.map((page) => `${page.path.map(encodeURIComponent).join('/')}/`),
    ]) {
      const start = performance.now()
      const found = answer({ site, visitor: { now: NOW }, path })
      if (found.kind !== 'page' || found.status !== 200) throw new Error(`${file} ${path}: no page`)
      const { html } = found
      const time = performance.now() - start
      if (!html.endsWith('</html>\n')) throw new Error(`${file} ${path}: not whole`)
      const size = Buffer.byteLength(html)
      if (size > largest.size) largest = { size, path: `${file} ${path}` }
      if (time > slowest.time) Object.assign(slowest, { time, path: `${file} ${path}` })
      sizes.push(size)
      times.push(time)
    }
  }
  console.log(
    `${count} documents, ${operations} operations, ${sizes.length} pages: size p50 ${quantile(sizes, 0.5)}, p95 ${quantile(sizes, 0.95)}, most ${largest.size} (${largest.path}); time p50 ${quantile(times, 0.5).toFixed(2)} ms, p95 ${quantile(times, 0.95).toFixed(2)} ms, most ${slowest.time.toFixed(0)} ms (${slowest.path})`,
  )
  expect(count).toBeGreaterThan(100)
  expect(quantile(sizes, 0.95)).toBeLessThan(200_000)
}, 3_000_000)
