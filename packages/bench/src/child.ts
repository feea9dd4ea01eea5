/** Programs in processes of their own, where nothing else uses their heap or their time. */
import { fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** A program that answers questions. */
export interface Child {
  ask<T>(question?: unknown): Promise<T>
  stop(): Promise<void>
  /** Keeps the program on one core, where the system has `taskset`. */
  pin(core: number): void
}

/** Programs find the packages as tests do: with `SIGNALBOX_BUILT` as built, which starts in a third of the time. */
const importing = process.env.SIGNALBOX_BUILT ? [] : ['--conditions=@signalbox/source']

/** Starts a program in `programs/`, with flags for Node. */
export function startChild(program: string, args: readonly string[] = [], flags: readonly string[] = []): Child {
  const file = new URL(`./programs/${program}.ts`, import.meta.url)
  const execArgv = ['--expose-gc', ...importing, ...flags]
  const child = fork(file, args, { execArgv })
  const ended = once(child, 'exit')
  return {
    async ask<T>(question: unknown = {}) {
      const answered = once(child, 'message') as Promise<[T]>
      child.send(question as object)
      const [answer] = await Promise.race([answered, ended.then(([code]) => Promise.reject(failed(program, code)))])
      return answer
    },
    async stop() {
      child.kill()
      await ended
    },
    pin: (core) => void spawnSync('taskset', ['-apc', String(core), String(child.pid)], { stdio: 'ignore' }),
  }
}

/** Asks a program one question, then stops it. */
export async function askOnce<T>(...program: Parameters<typeof startChild>): Promise<T> {
  const child = startChild(...program)
  try {
    return await child.ask<T>()
  } finally {
    await child.stop()
  }
}

const failed = (program: string, code: unknown) => new Error(`The program ${program} ended with ${code}`)

/** The program's side: registers how it answers. */
export function answerWith<Q>(answer: (question: Q) => unknown): void {
  process.on('message', async (question: Q) => process.send?.(await answer(question)))
  process.on('disconnect', () => process.exit())
}
