import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { start } from './command.fixture.ts'
import { earlier, linesOf } from './earlier.fixture.ts'
import { listen } from './listen.ts'

const page = readFileSync(new URL('../MIGRATION.md', import.meta.url), 'utf8')
const [download = '', settings = '', upload = '', compare = ''] = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(
  ([, commands = '']) => commands,
)

/** Starts a server that responds to downloads as the previous feature service does, to known clients. */
async function earlierSystem(): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const kind = /^\/api\/(.*)\.ndjson$/.exec(url)?.[1] ?? ''
    const isKnown = headers['earlier-client-id'] === 'me' && headers['earlier-client-secret'] === 'a-secret-of-mine'
    if (isKnown && Object.hasOwn(earlier, kind)) response.end(linesOf(kind))
    else response.writeHead(isKnown ? 404 : 401).end()
  })
  await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Creates a folder in which `curl` can be run. */
async function workplace(): Promise<{ folder: string; run: (commands: string) => Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const curl = fileURLToPath(new URL('curl.fixture.ts', import.meta.url))
  await writeFile(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${curl}' "$@"\n`)
  await chmod(join(folder, 'curl'), 0o755)
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` }
  const run = async (commands: string) =>
    (await promisify(execFile)('sh', ['-euc', commands], { cwd: folder, env })).stdout
  return { folder, run }
}

it('the commands of the page move all records', async () => {
  const { folder, run } = await workplace()
  await run(download.replace('https://flags.example.com', await earlierSystem()))

  const env = Object.fromEntries(
    [...settings.matchAll(/(SIGNALBOX_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  expect([Object.keys(env).length, settings.trimEnd().split('\n').at(-1)]).toEqual([7, 'npx signalbox'])
  // On a busy machine the thread for scripts may take long to start.
  const { serving, signal, ended } = start({ env: { ...env, SIGNALBOX_SCRIPT_MS: '5000' }, cwd: folder })
  const url = await serving
  const here = (commands: string) => run(commands.replaceAll('http://127.0.0.1:9000', url))

  const answers = Object.entries(earlier).map(
    ([kind, { length }]) => `{"success":${length},"errors":{"errors":[],"fieldErrors":{}}} ${kind}\n`,
  )
  expect(await here(upload)).toBe(answers.join(''))
  expect((await here(compare)).split('\n')).toEqual([
    'features: 11 lines, {"count":11}',
    'configs: 4 lines, {"count":4}',
    'experiments: 2 lines, {"count":2}',
    'scripts: 2 lines, {"count":2}',
    'users: 4 lines, {"count":5}',
    'apikeys: 2 lines, {"count":3}',
    'webhooks: 1 lines, {"count":1}',
    '',
  ])

  const headers = { 'Earlier-Client-Id': 'shop', 'Earlier-Client-Secret': 'the-secret-of-the-shop' }
  const variant = await fetch(`${url}/api/experiments/shop:button/variant?clientId=client2`, { headers })
  expect(await variant.json()).toMatchObject({ id: 'B' })
  signal('SIGTERM')
  expect((await ended).code).toBe(0)
})
