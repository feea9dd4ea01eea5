import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build, type Metafile } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const packages = join(import.meta.dirname, '..', '..')
const modules = join(packages, '..', 'node_modules')

let built: string

beforeAll(async () => {
  const cache = join(modules, '.cache')
  await mkdir(cache, { recursive: true })
  built = await mkdtemp(join(cache, 'hono-'))
  const tsup = join(modules, 'tsup', 'dist', 'cli-default.js')
  const make = async (name: string) => {
    const [from, to] = [join(packages, name), join(built, name, 'dist')]
    await run(process.execPath, [tsup, '--no-dts', '--out-dir', to], { cwd: from })
    await copyFile(join(from, 'package.json'), join(built, name, 'package.json')) // for `sideEffects`
  }
  await Promise.all([make('core'), make('hono')])
})

afterAll(() => rm(built, { recursive: true, force: true }))

/** Bundles a worker over the built packages into one file, without some packages. */
async function bundle(contents: string, external: string[] = []): Promise<{ text: string; metafile: Metafile }> {
  const { exports } = JSON.parse(await readFile(join(built, 'core/package.json'), 'utf8')) as Core
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    alias: {
      '@signalbox/hono': join(built, 'hono/dist/index.js'),
      ...Object.fromEntries(
        Object.entries(exports)
          .filter(([entry]) => entry !== '.')
          .map(([entry, { default: file }]) => [`@signalbox/core${entry.slice(1)}`, join(built, 'core', file)]),
      ),
    },
    external,
    bundle: true,
    minify: true,
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['worker', 'browser'],
    format: 'esm',
    metafile: true,
    write: false,
  })
  return { text: outputFiles[0]!.text, metafile }
}

const worker = `
  import { createFlags } from '@signalbox/core/flags'
  import { toHono } from '@signalbox/hono'
  const app = toHono(createFlags(), { access: 'open' })
  export default app`

/** The bytes of a worker, compressed. Think twice before you raise it. */
const BUDGET = 164_000

describe('flags in a worker', () => {
  it('are small, without gateway, workflows and accounts', async () => {
    const { text, metafile } = await bundle(worker, ['re2js']) // loaded only for the operator `matches`
    const [{ length }, whole] = [gzipSync(text), gzipSync((await bundle(worker)).text)]
    console.info(`toHono(createFlags()): ${length} bytes gzip, ${whole.length} with regular expressions`)
    expect(length).toBeLessThan(BUDGET)
    expect(text.match(/.{40}(cp:gateway|\/api\/(apis|backends|webhooks|subscriptions|users|workflows)\b)/g)).toBeNull()
    const inputs = Object.keys(metafile.inputs)
    expect(inputs.filter((path) => /node_modules\/(typebox|yaml|re2js|ret|@noble)\//.test(path))).toEqual([])
    expect(
      inputs
        .filter((path) => path.includes('/validators/'))
        .map((path) => path.replace(/.*\//, ''))
        .sort(),
    ).toEqual(
      ['common', 'conditions', 'configs', 'events', 'experiments', 'features', 'scripts', 'segments'].map(
        (name) => `${name}.js`,
      ),
    )
  })

  it('respond, and describe exactly their operations (workerd)', async () => {
    const { text } = await bundle(worker)
    const miniflare = new Miniflare({ modules: true, script: text, compatibilityDate: '2026-01-01' })
    const ask = (path: string, init?: { method: string; body: string }) =>
      miniflare.dispatchFetch(`http://worker.test${path}`, {
        ...init,
        headers: { 'Content-Type': 'application/json' },
      })
    try {
      const feature = { id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' }
      const created = await ask('/api/features', { method: 'POST', body: JSON.stringify(feature) })
      expect([created.status, await created.json()]).toEqual([201, feature])
      const checked = await ask('/api/features/shop:express/check', { method: 'POST', body: '{}' })
      expect(await checked.json()).toEqual({ active: true })
      const invalid = await ask('/api/features', { method: 'POST', body: '{"id":"a","enabled":1}' })
      expect(invalid.status).toBe(400)

      const when = { attribute: 'plan', operator: 'matches', value: '^pro' }
      const staff = await ask('/api/segments', { method: 'POST', body: JSON.stringify({ id: 'staff', when }) })
      expect(staff.status).toBe(201)
      const tested = await ask('/api/segments/staff/_test', { method: 'POST', body: '{"plan":"pro-3"}' })
      expect(await tested.json()).toMatchObject({ in: true })

      const { paths, components } = (await (await ask('/apis/openapi.json')).json()) as Document
      const roots = Object.keys(paths).map((path) => path.split(/[/.]/).slice(1, 3).join('/'))
      expect([...new Set(roots)].sort()).toEqual([
        'api/_lint',
        'api/clients',
        'api/configs',
        'api/counts',
        'api/events',
        'api/experiments',
        'api/features',
        'api/scripts',
        'api/segments',
        'api/tree',
        'apis/openapi',
      ])
      expect(Object.keys(components.schemas)).toContain('Feature')
      expect(Object.keys(components.schemas)).not.toContain('Api')
      expect(await (await ask('/apis/openapi.yaml')).text()).toMatch(
        /^openapi: "3\.1\.1"\ninfo:\n {2}title: Signalbox\n/,
      )
      for (const path of ['/apis/plugins.json', '/apis/workflows/doc', '/apis/workflows/doc.md', '/api/apis'])
        expect([path, (await ask(path)).status]).toEqual([path, 404])
    } finally {
      await miniflare.dispose()
    }
  })
})

interface Core {
  readonly exports: Readonly<Record<string, { readonly default: string }>>
}

interface Document {
  readonly paths: Readonly<Record<string, object>>
  readonly components: { readonly schemas: Readonly<Record<string, object>> }
}
