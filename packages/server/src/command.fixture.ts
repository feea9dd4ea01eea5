import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { environment } from './known.fixture.ts'

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** The command from its sources; with `SIGNALBOX_BUILT` as built, which starts in half of the time. */
export const direct: readonly [string, ...string[]] = process.env.SIGNALBOX_BUILT
  ? [process.execPath, path('../bin/signalbox.js')]
  : [process.execPath, '--conditions=@signalbox/source', path('main.ts')]

/** How to start the command. */
export interface Start {
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  /** Its standard input. @default nothing */
  readonly input?: string
  /** The program and its first arguments. @default node and the command itself */
  readonly program?: readonly [string, ...string[]]
}

/** The exit of a run and its output. */
export interface End {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the real command, on a free port by default. It is stopped at the end of the test. */
export function start({ args = [], env = {}, cwd, input = '', program = direct }: Start = {}) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const [file, ...first] = program
  const child = spawn(file, [...first, ...args], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      PORT: '0',
      SIGNALBOX_LOG: 'pretty',
      SIGNALBOX_ACCESS_LOG: 'off',
      ...environment,
      ...env,
    },
    ...(cwd !== undefined && { cwd }),
  })
  child.stdin.on('error', () => {}).end(input) // a command may end without reading it
  let stdout = ''
  let stderr = ''
  const ended = new Promise<End>((resolve) => child.once('close', (code) => resolve({ code, stdout, stderr })))
  const serving = new Promise<string>((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text) => {
      stdout += text
      const [, url] = /^Signalbox serves (\S+)$/m.exec(stdout) ?? []
      if (url) resolve(url)
    })
    child.stderr.setEncoding('utf8').on('data', (text) => {
      stderr += text
    })
    ended.then(({ code }) => reject(new Error(`The command ended with ${code}: ${stderr}`)))
  })
  serving.catch(() => {})
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return {
    pid: child.pid as number,
    /** Returns its standard output so far. */
    printed: () => stdout,
    /** Returns its standard error so far. */
    errors: () => stderr,
    /** Stops reading what it prints. */
    closeOutput() {
      child.stdout.destroy()
      child.stderr.destroy()
    },
    /** Resolves with the URL when the command serves. */
    serving,
    /** Resolves when the process has exited and all its output has arrived. */
    ended,
    signal: (name: 'SIGTERM' | 'SIGINT' | 'SIGHUP' | 'SIGKILL') => void child.kill(name),
  }
}
