import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { toHono } from '@signalbox/hono'
import { createTestBox } from '@signalbox/testing'
import { build } from 'esbuild'
import { Miniflare } from 'miniflare'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const packages = join(import.meta.dirname, '..', '..')
const modules = join(packages, '..', 'node_modules')
const clientId = 'shop'
const clientSecret = 'a-secret-of-runtimes'

let built: string
let baseUrl: string
let close: () => Promise<void>

beforeAll(async () => {
  const cache = join(modules, '.cache')
  await mkdir(cache, { recursive: true })
  built = await mkdtemp(join(cache, 'client-'))
  const tsup = join(modules, 'tsup', 'dist', 'cli-default.js')
  const make = async (name: string) => {
    const [from, to] = [join(packages, name), join(built, name, 'dist')]
    await run(process.execPath, [tsup, '--no-dts', '--out-dir', to], { cwd: from })
    await copyFile(join(from, 'package.json'), join(built, name, 'package.json')) // for `sideEffects`
  }
  await make('core')
  await make('client')

  const { box } = createTestBox()
  await box.apiKeys.create({ body: { clientId, clientSecret, name: clientId, admin: true } })
  const server = serve({ fetch: toHono(box).fetch, hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  close = async () => {
    await box.close()
    server.close()
    if ('closeAllConnections' in server) server.closeAllConnections()
  }
})

afterAll(async () => {
  await close?.()
  await rm(built, { recursive: true, force: true })
})

/** Bundles a program over the built packages, as for a browser. */
async function bundle(program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { createClient } from '@signalbox/client'\n${program}`,
      resolveDir: import.meta.dirname,
    },
    alias: {
      '@signalbox/client': join(built, 'client/dist/index.js'),
      '@signalbox/hono': join(packages, 'hono/src/index.ts'),
      '@signalbox/core': join(built, 'core/dist/index.js'),
      ...Object.fromEntries(
        [
          'access',
          'contract',
          'documents',
          'errors',
          'evaluate',
          'opentelemetry',
          'reference',
          'store',
          'targeting',
          'wire',
        ].map((entry) => [`@signalbox/core/${entry}`, join(built, `core/dist/${entry}.js`)]),
      ),
    },
    bundle: true,
    minify: true,
    platform: 'browser',
    format: 'esm',
    write: false,
  })
  return outputFiles[0]!.text
}

const scenario = (runtime: string) => `
  import { runScenario } from ${JSON.stringify(join(import.meta.dirname, 'build.scenario.ts'))}
  const result = () => runScenario({ createClient, ...${JSON.stringify({ baseUrl, clientId, clientSecret, runtime })} })`

/** Runs a command over the scenario. Returns the result that it prints. */
async function runFile(runtime: string, command: readonly string[]): Promise<unknown> {
  const file = join(built, `${runtime}.mjs`)
  await writeFile(file, await bundle(`${scenario(runtime)}\nconsole.log(JSON.stringify(await result()))`))
  const [program = '', ...flags] = command
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
  const { stdout } = await run(program, [...flags, file], { env, timeout: 60_000 })
  return JSON.parse(stdout)
}

const outcome = (runtime: string) => ({
  created: { id: `${runtime}:a`, enabled: true, activationStrategy: 'NO_STRATEGY' },
  checked: { active: true },
  event: { type: 'FEATURE_CREATED', key: `${runtime}:a` },
  conflict: {
    name: 'SignalboxError',
    code: 'CONFLICT',
    errors: [{ message: 'error.data.exists', args: [`${runtime}:a`] }],
  },
  imported: 2,
  downloaded: [`${runtime}:x`, `${runtime}:y`],
  unreachable: {
    code: 'UNAVAILABLE',
    message: 'The service at http://127.0.0.1:1 cannot be reached: check the address, and that the service is running',
  },
})

describe('the built client', () => {
  // `npm run check:sizes` measures what it weighs.
  it('carries no schemas', async () => {
    const text = await bundle('globalThis.createClient = createClient')
    expect(text).not.toMatch(/additionalProperties|ajv|typebox/i)
  })

  it.each([
    ['node', [process.execPath]],
    ['bun', [join(modules, '.bin/bun')]],
    ['deno', [join(modules, '.bin/deno'), 'run', '--quiet', '--allow-net=127.0.0.1']],
  ])('works under %s', async (runtime, command) => {
    expect(await runFile(runtime, command)).toEqual(outcome(runtime))
  })

  it('works in a worker (workerd)', async () => {
    const handler = 'export default { async fetch() { return Response.json(await result()) } }'
    const worker = new Miniflare({
      modules: true,
      script: await bundle(`${scenario('workerd')}\n${handler}`),
      compatibilityDate: '2026-01-01',
    })
    try {
      const answer = await worker.dispatchFetch('http://worker.test/')
      expect(await answer.json()).toEqual(outcome('workerd'))
    } finally {
      await worker.dispose()
    }
  })
})

interface Asked {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

describe('a box, its app, a client and flags at the module scope of a worker', () => {
  let worker: Miniflare
  const key = { Authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
  const call = (path: string, { method = 'GET', body, headers = key }: Asked = {}) =>
    worker.dispatchFetch(`http://worker.test${path}`, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const feature = (id: string) => ({ id, enabled: true, activationStrategy: 'NO_STRATEGY' })

  beforeAll(async () => {
    worker = new Miniflare({
      modules: true,
      script: await bundle(
        `
        import * as core from '@signalbox/core'
        import * as hono from '@signalbox/hono'
        import * as client from '@signalbox/client'
        import { createWorker } from ${JSON.stringify(join(import.meta.dirname, 'worker.scenario.ts'))}
        export default createWorker({ core, hono, client, ...${JSON.stringify({ baseUrl, clientId, clientSecret })} })`,
      ),
      compatibilityDate: '2026-01-01',
    })
    await worker.ready
    expect(await (await call('/seed')).text()).toBe('seeded')
  })
  afterAll(() => worker?.dispose())

  it('start, and answer calls', async () => {
    expect((await call('/api/features', { method: 'POST', body: feature('a') })).status).toBe(201)
    expect(await (await call('/api/features/a/check', { method: 'POST', body: {} })).json()).toEqual({ active: true })
    const rules = [{ when: { attribute: 'country', operator: 'is', value: 'FR' } }]
    const ruled = { id: 'ruled', enabled: true, activationStrategy: 'RULES', parameters: { rules } }
    expect((await call('/api/features', { method: 'POST', body: ruled })).status).toBe(201)
    expect(await (await call('/flags')).json()).toEqual({ box: true, live: true, rules: [true, false], far: false })
  })

  it('send events of one request to the stream of another', async () => {
    const stream = await call('/api/events?domains=Config')
    const text = stream.body!.pipeThrough(new TextDecoderStream() as never).getReader()
    let seen = ''
    const until = async (wanted: string) => {
      while (!seen.includes(wanted)) seen += (await text.read()).value ?? ''
    }
    await until('keep-alive')
    expect((await call('/api/configs', { method: 'POST', body: { id: 'c', value: 1 } })).status).toBe(201)
    await until('CONFIG_CREATED')
    expect(seen).toMatch(/id: [1-9]\d{15,}\n/)
    await text.cancel()
  })

  it('let users log in, and throttle guesses', async () => {
    const login = (password: string) =>
      call('/api/login', { method: 'POST', body: { userId: 'ann', password }, headers: {} })
    expect((await login('a wrong password')).status).toBe(401)
    const answer = await login('a long password')
    expect(answer.status).toBe(200)
    const cookie = answer.headers.get('Set-Cookie')!.split(';')[0]!
    const me = await call('/api/me', { headers: { Cookie: cookie } })
    expect(me.status).toBe(200)
  })
})
