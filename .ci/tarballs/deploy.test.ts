import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, type RealPostgres, startPostgres } from '@signalbox/test-postgres'
import { afterAll, beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { composedServer } from '../deploy/compose.ts'
import { type Deployed, textOf } from '../deploy/deployed.ts'
import { commandsOf, isIgnored, readImage } from '../deploy/image.ts'
import { deployment, type PodProbe, readPod } from '../deploy/kubernetes.ts'
import { type Running, runDeployed } from '../deploy/run-deployed.ts'
import { unitServer } from '../deploy/unit.ts'
import { root } from '../readmes/blocks.ts'
import { npm } from '../readmes/project.ts'

const PASSWORD = 'a password of the first admin'
const HAPROXY = '/usr/sbin/haproxy'

let folder: string
/** Where the package is installed from npm, as the stage `npm` of the Dockerfile does it. */
let installed: string
let postgres: RealPostgres

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-deploy-'))
  chmodSync(folder, 0o755)
  installed = join(folder, 'app')
  mkdirSync(installed)
  const { testing: _, ...tarballs } = inject('tarballs')
  for (const tarball of Object.values(tarballs)) cpSync(tarball, join(installed, basename(tarball)))
  writeFileSync(join(installed, 'package.json'), '{ "private": true }\n')
  const files = Object.values(tarballs).map((tarball) => `./${basename(tarball)}`)
  await npm(['install', '--prefer-offline', '--no-audit', '--no-fund', '--package-lock-only', ...files], installed)
  // What the image contains is installed as its stage does it.
  for (const [command, ...words] of commandsOf('npm')) {
    expect(command).toBe('npm')
    await npm([...words, '--prefer-offline'], installed)
  }
  postgres = await startPostgres(['fsync=off'])
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** The image, with the first settings that the page of deployments gives it. */
function imageServer(): Deployed {
  const image = readImage()
  const path = '/run/secrets/admin-password'
  return { ...image, env: { ...image.env, SIGNALBOX_ADMIN_PASSWORD_FILE: path }, secrets: { 'admin-password': path } }
}

/** A folder for the data and the secrets of one server. */
function ownFolder(): string {
  const own = mkdtempSync(join(folder, 'server-'))
  chmodSync(own, 0o755)
  return own
}

async function start(
  deployed: Deployed,
  own: string,
  { program = installed, ports }: { readonly program?: string; readonly ports?: Running['ports'] } = {},
): Promise<Running> {
  const secrets = { store: postgres.url, 'admin-password': PASSWORD }
  const running = await runDeployed(deployed, { folder: own, program, secrets, ...(ports && { ports }) })
  onTestFinished(async () => {
    running.stop('SIGKILL')
    await running.ended
  })
  return running
}

const urlOf = ({ ports }: Running, port = 9000) => `http://127.0.0.1:${ports[port]}`

it.each([
  ['the image', imageServer(), readImage().healthCheck],
  ['the Compose file', composedServer(), composedServer().healthCheck],
  ['the systemd unit', unitServer(), undefined],
] as const)(
  'the server of %s starts, is healthy, finishes the calls in flight when it stops, and keeps its records',
  async (_, deployed, healthCheck) => {
    const own = ownFolder()
    const first = await start(deployed, own)
    await answers(first, `${urlOf(first, 9081)}/ready`)
    if (healthCheck) expect(await first.execute(healthCheck)).toBe(0)
    const headers = await logIn(urlOf(first))
    const call = beginCall(`${urlOf(first)}/api/configs`, headers)
    await expect.poll(async () => (await fetch(`${urlOf(first, 9081)}/metrics`)).text()).toMatch(IN_FLIGHT)

    const told = Date.now()
    first.stop('SIGTERM')
    await expect.poll(() => isServed(`${urlOf(first)}/api/_live`)).toBe(false)
    expect(await call.finish({ id: 'late', value: 1 })).toBe(201)
    expect(await first.ended, first.printed()).toBe(0)
    expect(Date.now() - told).toBeLessThan(deployed.graceMs)
    if (healthCheck) expect(await first.execute(healthCheck)).toBe(1)

    const second = await start(deployed, own)
    await answers(second, `${urlOf(second, 9081)}/ready`)
    expect((await fetch(`${urlOf(second)}/api/configs/late`, { headers })).status).toBe(200)
  },
)

it('the image of a clone contains what the server needs', async () => {
  const [install, build, ...commands] = commandsOf('clone')
  // Before these tests run, the repository has been installed and built, and packing has built what was missing.
  expect([install?.slice(0, 2), build]).toEqual([
    ['npm', 'ci'],
    ['npm', 'run', 'build'],
  ])
  const clone = join(ownFolder(), 'app')
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n')
  const built = globSync('packages/*/dist', { cwd: root })
  for (const path of [...files.filter((file) => !isIgnored(file)), ...built])
    cpSync(join(root, path), join(clone, path), { recursive: true })
  for (const [command = '', ...words] of commands)
    if (command === 'npm') await npm([...words, '--prefer-offline'], clone)
    else execFileSync(command, words, { cwd: clone })
  expect(existsSync(join(clone, 'node_modules/vitest'))).toBe(false)
  const server = await start(imageServer(), ownFolder(), { program: clone })
  await answers(server, `${urlOf(server, 9081)}/ready`)
  expect((await fetch(`${urlOf(server)}/apis/openapi.json`)).status).toBe(200)
})

/** A call whose body has not arrived is in flight. */
const IN_FLIGHT = /^signalbox_requests_in_flight 1$/m

const hasProxy = existsSync(HAPROXY)

it.runIf(hasProxy || process.env.CI)(
  'the servers of the Kubernetes manifests lose no call behind HAProxy while each of them is replaced',
  async () => {
    const pod = readPod()
    const places = Array.from({ length: deployment.spec?.replicas ?? 0 }, ownFolder)
    const pods = await Promise.all(places.map((own) => start(pod, own)))
    for (const one of pods) await startsUp(one)
    const url = await startProxy(pods)
    await expect.poll(() => isServed(`${url}/api/_ready`)).toBe(true)
    const headers = await logIn(url)
    const feature = { id: 'express', enabled: true, activationStrategy: 'NO_STRATEGY' }
    expect([201, 409]).toContain((await post(`${url}/api/features`, feature, headers)).status) // a second try finds it
    const check = '/api/features/express/check'
    for (const one of pods)
      await expect.poll(() => fetch(urlOf(one) + check, { headers }).then(({ status }) => status)).toBe(200)
    const load = beginLoad(url, headers)
    await load.more()

    for (const [index, one] of pods.entries()) {
      const told = Date.now()
      one.stop('SIGTERM')
      expect(await one.ended, one.printed()).toBe(0)
      expect(Date.now() - told).toBeLessThan(pod.graceMs)
      const next = await start(pod, places[index] as string, { ports: one.ports })
      pods[index] = next
      await startsUp(next)
      await load.more()
    }
    const { failures, written } = await load.end()
    expect(failures).toEqual([])
    const stored = await (await fetch(`${url}/api/configs.ndjson`, { headers })).text()
    const ids = new Set(
      stored
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id),
    )
    expect(written.filter((id) => !ids.has(id))).toEqual([])

    async function startsUp(one: Running): Promise<void> {
      for (const name of ['startup', 'live', 'ready'] as const) await succeeds(one, pod.probes[name])
    }
  },
)

/** Waits until a probe of a pod succeeds, as often as the manifest allows. */
async function succeeds(one: Running, { path, port, periodMs, timeoutMs, failures }: PodProbe): Promise<void> {
  for (let tries = 0; tries < failures; tries++) {
    if (await isServed(`${urlOf(one, port)}${path}`, timeoutMs)) return
    const end = await Promise.race([one.ended, delay(periodMs, 'still running' as const)])
    expect(end, one.printed()).toBe('still running')
  }
  expect.fail(`${path} did not succeed: ${one.printed()}`)
}

/** Starts HAProxy by its file, with the addresses of the servers. Returns its URL. */
async function startProxy(servers: readonly Running[]): Promise<string> {
  const [port, gateway] = [await freePort(), await freePort()]
  let text = textOf('proxy/haproxy.cfg')
    .replace('bind :80\n', `bind 127.0.0.1:${port}\n`)
    .replace('bind :8080\n', `bind 127.0.0.1:${gateway}\n`)
    .replace('check port 9081', 'check')
  for (const [index, { ports }] of servers.entries()) {
    text = text.replace(`192.0.2.1${index + 1}:9000`, `127.0.0.1:${ports[9000]} port ${ports[9081]}`)
    text = text.replace(`192.0.2.1${index + 1}:9080`, `127.0.0.1:${ports[9080]} port ${ports[9081]}`)
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const proxy = spawn(HAPROXY, ['-db', '-f', file], { stdio: 'ignore' })
  const ended = once(proxy, 'exit')
  onTestFinished(async () => {
    proxy.kill('SIGKILL')
    await ended
  })
  return `http://127.0.0.1:${port}`
}

/** Calls that read and write through the proxy, one after the other in each of several clients. */
function beginLoad(url: string, headers: Record<string, string>) {
  const failures: unknown[] = []
  const written: string[] = []
  let reads = 0
  let isOver = false

  async function read(): Promise<void> {
    const { status } = await fetch(`${url}/api/features/express/check`, { headers })
    if (status === 200) reads++
    else failures.push(status)
  }
  async function write(client: number): Promise<void> {
    const id = `load:${client}:${written.length}`
    const response = await post(`${url}/api/configs`, { id, value: 1 }, headers)
    if (response.status === 201) written.push(id)
    else failures.push(`${response.status} ${await response.text()}`)
  }
  async function run(client: number): Promise<void> {
    while (!isOver) {
      await (client % 2 === 0 ? read() : write(client)).catch((error) => failures.push(error))
      await delay(5)
    }
  }
  const running = Promise.all([0, 1, 2, 3].map(run))
  return {
    /** Resolves when more calls of each kind have succeeded. */
    async more(): Promise<void> {
      const [readsBefore, writtenBefore] = [reads, written.length]
      const least = () => Math.min(reads - readsBefore, written.length - writtenBefore)
      await expect.poll(() => failures.length > 0 || least() > 20).toBe(true)
    },
    async end() {
      isOver = true
      await running
      return { failures, written }
    },
  }
}

async function logIn(url: string): Promise<Record<string, string>> {
  const response = await post(`${url}/api/login`, { userId: 'admin', password: PASSWORD })
  expect(response.status).toBe(200)
  const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
  return { Cookie: cookies.join('; ') }
}

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { ...headers, 'Content-Type': 'application/json' },
  })

/** Begins a call with a JSON body, which arrives only when it is finished. */
function beginCall(url: string, headers: Record<string, string>) {
  const outgoing = request(url, { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } })
  outgoing.flushHeaders()
  return {
    /** Sends the body. Resolves with the status. */
    async finish(body: object): Promise<number | undefined> {
      outgoing.end(JSON.stringify(body))
      const [response] = await once(outgoing, 'response')
      response.resume()
      return response.statusCode
    },
  }
}

async function isServed(url: string, timeoutMs = 5000): Promise<boolean> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined)
  return response?.ok === true
}

/** Resolves when a server answers 200, and fails if it ends before. */
async function answers({ ended, printed }: Running, url: string): Promise<void> {
  const end = ended.then((code) => expect.fail(`The server ended with ${code}: ${printed()}`))
  await Promise.race([end, expect.poll(() => isServed(url)).toBe(true)])
}
