import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from '@signalbox/test-postgres'
import { halt } from './halt.ts'
import { programFolders } from './has-program.ts'

/** A broker for one test. It keeps its port and its data until `stop`. */
export interface Broker {
  readonly url: string
  readonly port: number
  /** Kills the process without a clean shutdown. */
  kill(): Promise<void>
  /** Starts the process again after `kill`. */
  restart(): Promise<void>
  /** Halts the process, as a network that drops packets would: connections stay open, and nobody answers. */
  pause(): Promise<void>
  /** Lets the process go on after `pause`. */
  resume(): void
  /** Kills the process and deletes its data. */
  stop(): Promise<void>
}

/** How to start a broker. */
export interface BrokerOptions {
  readonly program: string
  readonly scheme: string
  readonly argumentsOf: (place: { readonly port: number; readonly folder: string }) => readonly string[]
  /** What a client says first, and what the broker answers when it is ready. */
  readonly greeting: { readonly sent?: string; readonly answer: RegExp }
}

/** The processes that this one has started, which end with it. */
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

const LONGEST_START_MS = 30_000

/** Starts a broker on a free port of 127.0.0.1, with its data in a temporary folder. Throws an `Error` with its output if it does not start. */
export async function startBroker({ program, scheme, argumentsOf, greeting }: BrokerOptions): Promise<Broker> {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-broker-'))
  const port = await freePort()
  let child: ChildProcess | undefined

  async function start(): Promise<void> {
    const started = spawn(program, argumentsOf({ port, folder }), {
      cwd: folder,
      env: { ...process.env, PATH: programFolders().join(delimiter) },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const note = (bytes: Buffer) => {
      output = (output + bytes).slice(-4000)
    }
    started.stdout?.on('data', note)
    started.stderr?.on('data', note)
    child = started
    running.add(started)
    started.once('exit', () => running.delete(started))
    for (const until = Date.now() + LONGEST_START_MS; Date.now() < until && started.exitCode === null; await delay(20))
      if (await isReady(port, greeting)) return
    await end()
    throw new Error(`${program} does not start: ${output}`)
  }

  async function end(): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }

  await start()
  return {
    url: `${scheme}://127.0.0.1:${port}`,
    port,
    kill: end,
    restart: start,
    async pause() {
      if (child?.pid) await halt(child.pid)
    },
    resume: () => void child?.kill('SIGCONT'),
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Whether a broker answers a client as it should. */
function isReady(port: number, { sent, answer }: BrokerOptions['greeting']): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (ready: boolean) => {
      socket.destroy()
      resolve(ready)
    }
    socket.setTimeout(1000, () => settle(false))
    socket.on('error', () => settle(false))
    socket.on('close', () => settle(false))
    socket.on('data', (bytes) => settle(answer.test(String(bytes))))
    if (sent) socket.write(sent)
  })
}
