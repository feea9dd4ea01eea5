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
import { start } from '../fixtures/command.fixture.ts'
import { listen } from '../listening/listen.ts'
import { earlier, linesOf } from './earlier.fixture.ts'

const page = readFileSync(new URL('../../MIGRATION.md', import.meta.url), 'utf8')
const [download = '', settings = '', upload = '', compare = ''] = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(
  ([, commands = '']) => commands,
)

/** What a release answers to a download: records, one empty line for none, or 404. */
type Release = (kind: string) => string | undefined

/** Releases up to 1.0.6 have every download. */
const first: Release = (kind) => (Object.hasOwn(earlier, kind) ? linesOf(kind as keyof typeof earlier) : undefined)
/** Later ones have no bindings. In this one nobody has written scripts or configs yet. */
const later: Release = (kind) =>
  kind === 'experiments/bindings' ? undefined : ['scripts', 'configs'].includes(kind) ? '\n' : first(kind)

/** Starts a server that responds to downloads as a release of the previous feature service does, to known clients. */
async function earlierSystem(release: Release): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const kind = /^\/api\/(.*)\.ndjson$/.exec(url)?.[1] ?? ''
    const isKnown = headers['earlier-client-id'] === 'me' && headers['earlier-client-secret'] === 'a-secret-of-mine'
    const lines = isKnown ? release(kind) : undefined
    if (lines !== undefined) response.end(lines)
    else response.writeHead(isKnown ? 404 : 401).end('No such download')
  })
  await listen(server, { host: '127.0.0.1', port: 0 })
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Creates a folder in which `curl` can be run. */
async function workplace(): Promise<{ folder: string; run: (commands: string) => Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const curl = fileURLToPath(new URL('./curl.fixture.ts', import.meta.url))
  await writeFile(join(folder, 'curl'), `#!/bin/sh\nexec '${process.execPath}' '${curl}' "$@"\n`)
  await chmod(join(folder, 'curl'), 0o755)
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}` }
  const run = async (commands: string) =>
    (await promisify(execFile)('sh', ['-euc', commands], { cwd: folder, env })).stdout
  return { folder, run }
}

const kinds = Object.keys(earlier)

it('the commands of the page name what a release does not have, and rejected credentials', async () => {
  const { run } = await workplace()
  const address = (release: Release) => earlierSystem(release)
  const commands = download.replace('https://flags.example.com', await address(later))
  const status = (kind: string) => (kind === 'experiments/bindings' ? 404 : 200)
  expect(await run(commands)).toBe(kinds.map((kind) => `${kind}: ${status(kind)}\n`).join(''))
  const files = await run('ls earlier/*.ndjson earlier/experiments/*.ndjson')
  expect(files.trim().split('\n').sort()).toEqual(
    kinds.flatMap((kind) => (status(kind) === 200 ? [`earlier/${kind}.ndjson`] : [])).sort(),
  )
  const refused = await run(commands.replace('a-secret-of-mine', 'another'))
  expect(refused).toBe(kinds.map((kind) => `${kind}: 401\n`).join(''))
})

/** The numbers of records that the page compares, with one user and one API key more. */
const numbers = (release: Release) =>
  ['features', 'configs', 'experiments', 'scripts', 'users', 'apikeys', 'webhooks'].map((kind) => {
    const lines = (release(kind) ?? '').split('\n').filter((line) => line !== '').length
    return `${kind}: ${lines} lines, {"count":${lines + (kind === 'users' || kind === 'apikeys' ? 1 : 0)}}`
  })

it.each([
  ['up to 1.0.6', first],
  ['after 1.0.6', later],
])('the commands of the page move all records of releases %s', async (_, release) => {
  const { folder, run } = await workplace()
  await run(download.replace('https://flags.example.com', await earlierSystem(release)))

  const env = Object.fromEntries(
    [...settings.matchAll(/(SIGNALBOX_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  expect([Object.keys(env).length, settings.trimEnd().split('\n').at(-1)]).toEqual([7, 'npx signalbox'])
  // On a busy machine the thread for scripts may take long to start.
  const { serving, signal, ended } = start({ env: { ...env, SIGNALBOX_SCRIPT_MS: '5000' }, cwd: folder })
  const url = await serving
  const here = (commands: string) => run(commands.replaceAll('http://127.0.0.1:9000', url))

  const answers = kinds.flatMap((kind) => {
    const lines = release(kind)
    const success = lines?.split('\n').filter((line) => line !== '').length
    return lines === undefined ? [] : [`{"success":${success},"errors":{"errors":[],"fieldErrors":{}}} ${kind}\n`]
  })
  expect(await here(upload)).toBe(answers.join(''))
  expect((await here(compare)).split('\n')).toEqual([...numbers(release), ''])
  expect(numbers(first)).toContain('features: 11 lines, {"count":11}')

  const headers = { 'Earlier-Client-Id': 'shop', 'Earlier-Client-Secret': 'the-secret-of-the-shop' }
  const variant = await fetch(`${url}/api/experiments/shop:button/variant?clientId=client2`, { headers })
  expect(await variant.json()).toMatchObject({ id: 'B' })
  signal('SIGTERM')
  expect((await ended).code).toBe(0)
})
