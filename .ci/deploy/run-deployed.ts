import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { freePort } from '@signalbox/test-postgres'
import type { Deployed } from './deployed.ts'

/** Where a server runs that is meant for a container or another machine. */
export interface Place {
  /** A folder that every user can enter. */
  readonly folder: string
  /** The folder in which the package is installed, which stands for `/app` or `/opt/signalbox`. */
  readonly program: string
  /** The texts of the secrets by their names. */
  readonly secrets: Readonly<Record<string, string>>
  /** The ports of an earlier run. @default free ports */
  readonly ports?: Readonly<Record<number, number>>
}

/** A server that runs as its deployment file says. */
export interface Running {
  /** The ports used, by the port in the file. */
  readonly ports: Readonly<Record<number, number>>
  /** Resolves with the exit status. */
  readonly ended: Promise<number | null>
  /** What it has printed so far. */
  printed(): string
  stop(signal: 'SIGTERM' | 'SIGKILL'): void
  /** Runs a command of the file beside it, such as a health check. Resolves with the exit status. */
  execute(command: readonly string[]): Promise<number | null>
}

/** Whose rights servers have that name no user, because their user exists only while they run. */
const NOBODY = 65_534

/**
 * Starts the server with the command, the environment and the user of its file, and nothing else. The folders, ports and
 * addresses of the file are replaced by the ones of a place; only root can change users.
 */
export async function runDeployed(deployed: Deployed, place: Place): Promise<Running> {
  const { folder, program, secrets, ports = await freePorts() } = place
  const isRoot = process.getuid?.() === 0
  const user = deployed.user ?? NOBODY
  const own = (path: string) => isRoot && chownSync(path, user, user)
  const { command, data, workingDirectory } = deployed
  const [installed = ''] = command.at(-1)?.split('/node_modules/') ?? []
  const folders = new Map([[installed, program]])
  for (const path of [data, workingDirectory]) {
    if (path === undefined || path === installed) continue
    const here = join(folder, path)
    mkdirSync(here, { recursive: true })
    if (path === data) own(here)
    else chmodSync(here, 0o555)
    folders.set(path, here)
  }
  for (const [name, path] of Object.entries(deployed.secrets)) {
    const here = join(folder, path)
    mkdirSync(dirname(here), { recursive: true })
    rmSync(here, { force: true })
    writeFileSync(here, `${secrets[name]}\n`)
    own(here)
    chmodSync(here, 0o400)
    folders.set(path, here)
  }
  // Other users may not enter the folder of this process.
  const node = join(folder, 'node')
  if (!existsSync(node)) copyFileSync(process.execPath, node)
  const here = (text: string) => {
    let replaced = text
    for (const [path, other] of folders) replaced = replaced.replaceAll(path, other)
    for (const [port, other] of Object.entries(ports)) replaced = replaced.replaceAll(port, String(other))
    return replaced.replaceAll('0.0.0.0', '127.0.0.1')
  }
  const wordsHere = ([first = '', ...words]: readonly string[]) =>
    [basename(first) === 'node' ? node : first, ...words.map(here)] as const
  const env = {
    ...{ PORT: String(ports[9000]), SIGNALBOX_GATEWAY_PORT: String(ports[9080]) },
    ...Object.fromEntries(Object.entries(deployed.env).map(([name, value]) => [name, here(value)])),
  }
  const options = { env, cwd: here(workingDirectory), ...(isRoot && { uid: user, gid: user }) }

  const [file, ...words] = wordsHere(command)
  const child = spawn(file, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      printed += text
    })
  return {
    ports,
    ended: once(child, 'close').then(([code]) => code),
    printed: () => printed,
    stop: (signal) => void child.kill(signal),
    async execute(command) {
      const [first, ...others] = wordsHere(command)
      const [code] = await once(spawn(first, others, { ...options, stdio: 'inherit' }), 'close')
      return code
    },
  }
}

const freePorts = async () => ({ 9000: await freePort(), 9080: await freePort(), 9081: await freePort() })
