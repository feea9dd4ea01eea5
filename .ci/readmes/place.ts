import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import type { Project } from './project.ts'

/** The state shared by the blocks of one README. */
export interface Place {
  readonly project: Project
  /** The addresses in the README and their replacements, because tests use free ports. */
  readonly addresses: Map<string, string>
  /** Stop everything that was started. */
  readonly stops: (() => Promise<unknown>)[]
  /** Where servers are started, once for all pages; by default each has a new folder. */
  readonly serverFolder?: string
  /** Stop the programs that run in the background, in the order in which they were started. */
  readonly jobs: (() => Promise<unknown>)[]
}

/** How a program ended, and its output. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program in the project's folder until it ends. */
export async function run({ project }: Place, command: readonly string[], env = {}): Promise<Ended> {
  const [file = '', ...args] = command
  const child = spawn(file, args, { cwd: project.folder, env: { ...project.env, ...env } })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text) => {
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text) => {
    stderr += text
  })
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).once('close', resolve))
  return { code, stdout, stderr }
}

/** Replaces the addresses in a text with this test's. */
export const here = (text: string, addresses: Place['addresses']): string =>
  [...addresses].reduce((changed, [from, to]) => changed.replaceAll(from, to), text)

/** Replaces the ports on which a program of a page listens by free ones, in all blocks that follow. */
export async function freePortsOf(program: string, { addresses }: Place): Promise<void> {
  for (const [listen, port] of program.matchAll(/\.listen\((\d+)/g)) {
    if (addresses.has(listen)) continue
    const free = await (await import('@signalbox/test-postgres')).freePort()
    addresses.set(listen, `.listen(${free}`)
    addresses.set(`"port": ${port}`, `"port": ${free}`)
    addresses.set(`http://127.0.0.1:${port}`, `http://127.0.0.1:${free}`)
  }
}

/** Starts a program in the background, as `&` of a shell does, and waits until it prints a line. */
export async function startJob(command: string, { project, jobs, stops }: Place): Promise<void> {
  const [file = '', ...args] = command.split(' ')
  const child = spawn(file, args, { cwd: project.folder, env: project.env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = () => {
    child.kill('SIGTERM')
    return ended
  }
  jobs.push(stop)
  stops.push(stop)
  await new Promise((resolve, reject) => {
    child.stdout.once('data', resolve)
    ended.then((code) => reject(new Error(`${command} ended with ${code}`)))
  })
}

/** Starts a server as the README does, in a folder of its own. Where pages share a folder, they share the server. */
export async function startServer(settings: Record<string, string>, place: Place): Promise<void> {
  const { project, addresses, stops, serverFolder } = place
  if (serverFolder !== undefined && addresses.has('http://127.0.0.1:9000')) return
  const [file, ...args] = project.signalbox
  const hasAdmin = 'SIGNALBOX_ADMIN_PORT' in settings
  const child = spawn(file, args, {
    cwd: serverFolder ?? mkdtempSync(join(project.folder, 'server-')),
    env: {
      ...project.env,
      ...{ SIGNALBOX_LOG: 'pretty', SIGNALBOX_ACCESS_LOG: 'off' },
      ...settings,
      PORT: '0',
      ...(hasAdmin && { SIGNALBOX_ADMIN_PORT: '0' }),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  stops.push(() => {
    child.kill('SIGTERM')
    return ended
  })
  const [url, gatewayUrl, adminUrl] = await new Promise<readonly string[]>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, ...found] =
        /^Signalbox serves (\S+)\n.*\nThe gateway serves .* (\S+)\n(?:Probes and metrics are on (\S+)\n)?/m.exec(
          said,
        ) ?? []
      if (found.length > 0 && (found[2] !== undefined || !hasAdmin)) resolve(found)
    })
    ended.then((code) => reject(new Error(`The server ended with ${code}`)))
  })
  addresses.set(`http://127.0.0.1:${settings.PORT ?? 9000}`, url as string)
  if (settings.PORT === undefined) addresses.set('http://127.0.0.1:9080', gatewayUrl as string)
  if (adminUrl !== undefined) addresses.set('http://127.0.0.1:9081', adminUrl)
}

/** Starts `signalbox mcp` as the README does, with these arguments, on a free port. */
export async function startMcp(words: readonly string[], { project, addresses, stops }: Place): Promise<void> {
  const [file, ...args] = project.signalbox
  const child = spawn(file, [...args, 'mcp', ...words, '--port', '0'], {
    cwd: project.folder,
    env: project.env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  stops.unshift(() => {
    child.kill('SIGTERM')
    return ended
  })
  const url = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const [, found] = /^Signalbox serves (\S+)$/m.exec(said) ?? []
      if (found !== undefined) resolve(found)
    })
    ended.then((code) => reject(new Error(`signalbox mcp ended with ${code}`)))
  })
  addresses.set('http://127.0.0.1:9010/mcp', url)
}

/** The address of the database in the READMEs. */
const DATABASE = 'postgres://signalbox:secret@127.0.0.1:5432/signalbox'

/** The addresses of message brokers in the READMEs, with the programs that listen there. */
const brokers = {
  'redis://127.0.0.1:6379': { program: 'redis-server', start: 'startRedis' },
  'nats://127.0.0.1:4222': { program: 'nats-server', start: 'startNats' },
} as const

const brokersOf = (program: string) => Object.entries(brokers).filter(([address]) => program.includes(address))

/** Whether a program uses a message broker that is not installed. In CI this throws, unless `.ci/run` leaves brokers out. */
export async function lacksBroker(program: string): Promise<boolean> {
  const used = brokersOf(program)
  if (used.length === 0) return false
  if (process.env.CI_LEFT_OUT?.split(' ').includes('brokers')) return true
  const { hasProgram } = await import('@signalbox/test-brokers')
  return !used.every(([address, broker]) => hasProgram(broker.program, `blocks with ${address}`))
}

/** Starts the message brokers that the program uses. */
export async function startBrokers(program: string, { addresses, stops }: Place): Promise<void> {
  for (const [address, { start }] of brokersOf(program)) {
    if (addresses.has(address)) continue
    const broker = await (await import('@signalbox/test-brokers'))[start]()
    addresses.set(address, broker.url)
    stops.push(broker.stop)
  }
}

/** Starts PostgreSQL if the program uses it. */
export async function startDatabase(program: string, { addresses, stops }: Place): Promise<void> {
  if (!program.includes(DATABASE)) return
  const { startPostgres } = await import('@signalbox/test-postgres')
  const { url, stop } = await startPostgres()
  addresses.set(DATABASE, url)
  stops.push(stop)
}
