import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { buildPage } from '../build/build-page.ts'

const modules = join(import.meta.dirname, '..', '..', '..', 'node_modules')

beforeAll(() => buildPage())

/** An app with the dashboard below a path, and a middleware of the host that sets a header. */
const app = `
  import { dashboard } from '@signalbox/dashboard'
  import { Hono } from 'hono'
  const app = new Hono()
  app.use(async (c, next) => {
    await next()
    c.header('X-Host', 'here')
  })
  app.route('/admin', dashboard({ api: '..' }))
`

/** What such an app answers: the page, and a script of it, once as it is stored and once decompressed. */
const probe = `
  const seen = []
  const page = await ask('/admin/features/a', { Accept: 'text/html' })
  const text = await page.text()
  seen.push(page.status, page.headers.get('X-Host'), /<base href="([^"]*)">/.exec(text)[1])
  const script = /src="\\.\\/(assets\\/[^"]*)"/.exec(text)[1]
  for (const encoding of ['gzip', 'identity']) {
    const answer = await ask('/admin/' + script, { 'Accept-Encoding': encoding })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
    seen.push(answer.headers.get('Content-Encoding') ?? 'none', isGzip ? 'compressed' : 'plain', bytes.length > 1000)
  }
`

const seen = [...[200, 'here', '../'], ...['gzip', 'compressed', true], ...['none', 'plain', true]]

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    ...{ bundle: true, write: false, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'] },
    conditions: ['@signalbox/source'],
  })
  return outputFiles[0]!.text
}

it.each([
  ['node', []],
  ['bun', []],
  ['deno', ['run', '--no-remote']],
])('the dashboard runs on %s', async (runtime, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-dashboard-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const program = `${app}
    const ask = async (path, headers) => app.fetch(new Request('http://host.test' + path, { headers }))
    ${probe}
    console.log(JSON.stringify(seen))`
  await writeFile(join(folder, 'program.mjs'), await bundle(program))
  const command = join(modules, '.bin', runtime)
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
  const { stdout } = await promisify(execFile)(command, [...words, 'program.mjs'], { cwd: folder, env })
  expect(JSON.parse(stdout)).toEqual(seen)
})

it('the dashboard runs in a worker', async () => {
  const script = await bundle(`${app}
    const ask = async (path, headers) => app.fetch(new Request('http://host.test' + path, { headers }))
    export default {
      async fetch(request) {
        if (new URL(request.url).pathname !== '/probe') return app.fetch(request)
        ${probe}
        return Response.json(seen)
      },
    }`)
  const worker = new Miniflare({ modules: true, script, compatibilityDate: '2026-01-01' })
  onTestFinished(() => worker.dispose())
  const inside = await worker.dispatchFetch('http://worker.test/probe')
  expect(await inside.json()).toEqual(seen)

  const ask = (path: string, headers: Record<string, string>) =>
    worker.dispatchFetch(`http://worker.test${path}`, { headers })
  const text = await (await ask('/admin/', {})).text()
  const [, file] = /src="\.\/(assets\/[^"]*)"/.exec(text)!
  for (const encoding of ['gzip', 'identity']) {
    const answer = await ask(`/admin/${file}`, { 'Accept-Encoding': encoding })
    expect(await answer.text()).toMatch(/^(import|var|const|let|\()/)
  }
})
