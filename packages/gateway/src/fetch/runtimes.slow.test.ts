import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { compile } from '@signalbox/core/gateway'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Seen } from '../suite/rows/inbound-rows.fixture.ts'
import { startBackend } from '../suite/scene/backend.fixture.ts'
import type { tryRuntime } from './runtimes.fixture.ts'

const run = promisify(execFile)
const modules = join(import.meta.dirname, '..', '..', '..', '..', 'node_modules')
let folder: string
let routes: unknown
let streamsLeft = 0
const onEnd: (() => Promise<void>)[] = []

const answers: Record<string, (response: ServerResponse, seen: Seen) => void> = {
  echo: (response, { method, target, body }) =>
    response.setHeader('X-Seen', `${method} ${target}`).end(body || 'hello'),
  empty: (response) => response.writeHead(204).end(),
  redirect: (response) => response.writeHead(302, { Location: 'http://elsewhere.example/' }).end(),
  gzip: (response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(gzipSync('hello')),
  cookies: (response) => response.writeHead(200, ['Set-Cookie', 'a=1', 'Set-Cookie', 'b=2']).end(),
  large: (response) => response.end(Buffer.alloc(5_000_000, 'a')),
  events: (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: 1\n\n')
    response.on('close', () => streamsLeft++)
  },
  cut: (response) => {
    response.writeHead(200, { 'Content-Length': 100 }).write('a')
    setTimeout(() => response.destroy(), 50)
  },
  silent: () => {},
}

beforeAll(async () => {
  const backend = await startBackend((_, response, seen) =>
    answers[seen.target.split(/[/?]/)[1] ?? '']?.(response, seen),
  )
  const down = await startBackend()
  await down.close()
  onEnd.push(backend.close)
  const target = (port: number) => ({ backend: { targets: [{ hostname: '127.0.0.1', port }] } })
  const api = {
    ...{ id: 'shop', domain: 'shop.example', context_path: '/', state: 'published' },
    backends: [
      { id: 'up', client: 'c', ...target(backend.port) },
      { id: 'down', ...target(down.port) },
    ],
    clients_backend_config: [{ id: 'c', client: { callTimeout: 500 } }],
    routes: [
      { id: 'all', backend: 'up', frontend: { paths: ['/'] } },
      { id: 'down', backend: 'down', frontend: { paths: ['/down'] } },
    ],
  }
  routes = compile(api as never).routes
  folder = await mkdtemp(join(tmpdir(), 'signalbox-gateway-'))
  onEnd.push(() => rm(folder, { recursive: true }))
})

afterAll(async () => {
  for (const end of onEnd.reverse()) await end()
})

/** A program for any runtime. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    stdin: {
      contents: `import { tryRuntime } from './runtimes.fixture.ts'
        console.log(JSON.stringify(await tryRuntime(${JSON.stringify(routes)})))
        globalThis.process?.exit?.(0)`,
      resolveDir: import.meta.dirname,
      loader: 'ts',
    },
    conditions: ['@signalbox/source'],
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2023',
    write: false,
  })
  return outputFiles[0]!.text
}

it.each([
  ['Node', [process.execPath]],
  ['Bun', [join(modules, '.bin/bun')]],
  ['Deno', [join(modules, '.bin/deno'), 'run', '--quiet', '--allow-net=127.0.0.1']],
])('%s carries requests by its fetch', async (runtime, command) => {
  const file = join(folder, 'program.mjs')
  await writeFile(file, await bundle())
  const [program = '', ...args] = command
  const env = { ...process.env, DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' }
  const before = streamsLeft
  const { stdout } = await run(program, [...args, file], { env, timeout: 60_000 })
  const seen = (line: string) => expect.objectContaining({ 'x-seen': line })
  expect(JSON.parse(stdout) as Awaited<ReturnType<typeof tryRuntime>>).toEqual({
    get: { status: 200, headers: seen('GET /echo?a=%2f'), body: 'hello' },
    head: { status: 200, headers: seen('HEAD /echo'), body: '' },
    post: { status: 200, headers: seen('POST /echo'), body: 'abc' },
    stream: { status: 200, headers: seen('POST /echo'), body: 'one two' },
    empty: { status: 204, headers: {}, body: '' },
    redirect: { status: 302, headers: expect.objectContaining({ location: 'http://elsewhere.example/' }), body: '' },
    gzip: { status: 200, body: runtime === 'Node' ? 'hello' : gzipSync('hello').toString() },
    cookies: ['a=1', 'b=2'],
    large: 5_000_000,
    events: 'data: 1\n\n',
    cut: 'cut',
    silent: { status: 504, headers: expect.anything(), body: 'errors.backend.timeout' },
    refused: { status: 502, headers: expect.anything(), body: 'errors.backend.unreachable' },
    invalid: { status: 400, headers: expect.anything(), body: 'errors.request.path.invalid' },
    missing: 404,
  })
  await expect.poll(() => streamsLeft).toBe(before + 1)
})
