import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commandLine, type JvmCommand } from './command-line.ts'
import { frameReader, toFrame } from './frames.ts'
import type { FromJvm, ToJvm } from './messages.ts'

/** A JVM that was started. */
export interface Jvm {
  /** Its process id. */
  readonly pid: number | undefined
  /** Resolves when it is ready. Rejects with a sentence if it cannot start. */
  readonly ready: Promise<void>
  /** Resolves when its process has ended and its temporary files are gone. */
  readonly ended: Promise<void>
  /** When it last sent something, in milliseconds of `performance.now()`. */
  heardAt(): number
  send(message: ToJvm): void
  /** Keeps this process alive while there is something to wait for. */
  hold(isHeld: boolean): void
  /** Lets it end. */
  finish(): void
  kill(): void
}

/** What to do with what it sends, and when it has ended. */
export interface JvmListener {
  message(message: FromJvm): void
  end(): void
}

/** How long a JVM may take to start before it is killed, in milliseconds. */
const startMs = 60_000

/** Characters of what a JVM wrote about its failure that are kept. */
const lastWords = 500

/**
 * Starts a JVM with an empty environment and a folder of its own for temporary files. It ends when its input ends, so
 * also when this process is killed.
 */
export function startJvm(command: Omit<JvmCommand, 'temporary'>, listener: JvmListener): Jvm {
  const temporary = mkdtempSync(join(tmpdir(), 'signalbox-jvm-'))
  const { resolve, reject, promise: ready } = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  ready.catch(() => {})
  let process: ChildProcess | undefined
  let heard = performance.now()
  let words = ''
  const over = (reason: string) => {
    rmSync(temporary, { recursive: true, force: true })
    reject(new Error(`The JVM could not start: ${reason}`))
    ended.resolve()
    listener.end()
  }
  try {
    const { program, args } = commandLine({ ...command, temporary })
    process = spawn(program, args, { env: {}, cwd: temporary, stdio: ['pipe', 'pipe', 'pipe'] })
  } catch (error) {
    queueMicrotask(() => over(error instanceof Error ? error.message : String(error)))
  }
  const kill = () => void process?.kill('SIGKILL')
  const read = frameReader((value) => {
    heard = performance.now()
    const message = value as FromJvm
    if (message.op === 'ready') resolve()
    else listener.message(message)
  })
  process?.stdout?.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch {
      kill()
    }
  })
  process?.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk).slice(-lastWords)
  })
  process?.stdin?.on('error', kill)
  process?.once('error', (error) => over(error.message))
  process?.once('close', (code, signal) => over(`it ended with ${signal ?? code}${words && `: ${words.trim()}`}`))
  const slow = setTimeout(kill, startMs)
  ready.finally(() => clearTimeout(slow)).catch(() => {})
  const streams = [process?.stdin, process?.stdout, process?.stderr] as unknown as readonly (Socket | undefined)[]
  return {
    pid: process?.pid,
    ready,
    ended: ended.promise,
    heardAt: () => heard,
    send: (message) => void (process?.stdin?.writable && process.stdin.write(toFrame(message))),
    hold(isHeld) {
      const change = isHeld ? 'ref' : 'unref'
      process?.[change]()
      for (const stream of streams) stream?.[change]()
    },
    finish: () => void process?.stdin?.end(),
    kill,
  }
}
