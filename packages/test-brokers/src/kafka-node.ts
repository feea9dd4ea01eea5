import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { halt } from './halt.ts'

/** One process of a cluster. It keeps its port and its data. */
export interface KafkaNode {
  readonly id: number
  readonly address: string
  /** Kills the process without a clean shutdown. */
  kill(): Promise<void>
  /** Starts the process again after `kill`, and resolves when it listens. */
  restart(): Promise<void>
  /** Halts the process: connections stay open, and nobody answers. */
  pause(): Promise<void>
  resume(): void
}

/** Where `.ci/install-kafka` has put the server. */
export const kafkaFolder = process.env.SIGNALBOX_KAFKA ?? join(homedir(), '.cache/signalbox/kafka')
/** What Java is started with: the jars, an archive of their classes, and limits. */
export const javaArguments = join(kafkaFolder, 'java.args')

const LONGEST_START_MS = 90_000
const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A node whose settings are in `server.properties` of a folder. It does not run before `restart`. */
export function createNode({ id, port, place }: { id: number; port: number; place: string }): KafkaNode {
  let child: ChildProcess | undefined
  const log = join(place, 'log.txt')
  async function kill(): Promise<void> {
    const ending = child
    child = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    ending.kill('SIGKILL')
    await once(ending, 'exit')
  }
  return {
    id,
    address: `127.0.0.1:${port}`,
    kill,
    async restart() {
      const output = openSync(log, 'w')
      const started = spawn('java', [`@${javaArguments}`, 'kafka.Kafka', join(place, 'server.properties')], {
        cwd: place,
        stdio: ['ignore', output, output],
      })
      child = started
      running.add(started)
      started.once('exit', () => running.delete(started))
      for (
        const until = Date.now() + LONGEST_START_MS;
        Date.now() < until && started.exitCode === null;
        await delay(50)
      )
        if (await listens(port)) return
      const { exitCode } = started
      const how =
        exitCode === null ? `does not listen after ${LONGEST_START_MS / 1000} s` : `ended with code ${exitCode}`
      await kill()
      throw new Error(`Kafka ${how}: ${readFileSync(log, 'utf8').slice(-4000)}`)
    },
    async pause() {
      if (child?.pid) await halt(child.pid)
    },
    resume: () => void child?.kill('SIGCONT'),
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.on('error', () => settle(false))
    socket.on('connect', () => settle(true))
  })
}
