import type { Jvm, JvmListener } from './jvm.ts'
import type { FromJvm, RunMessage } from './messages.ts'
import type { Task } from './task.ts'

/** Starts a JVM. */
export type StartJvm = (listener: JvmListener) => Jvm

/** A JVM with what it was given. */
export interface Worker {
  readonly jvm: Jvm
  /** Whether it gets nothing new, and ends when it has answered everything. */
  isWorn: boolean
  /** Whether it was killed because of a run that has an outcome, so that nothing it has is to blame. */
  isStopped: boolean
  /** How many scripts it has compiled. */
  readonly compiles: number
  check(id: number, source: string): void
  checked(id: number): void
  /** Adds a run; all that are added in one turn are sent together. */
  add(task: Task): void
  find(id: number): Task | undefined
  /** Removes a run that has an outcome. */
  done(id: number): Task | undefined
  /** Removes a run that took too long; false if it is not here. */
  abandon(id: number): boolean
  /** Removes the runs of a script that cannot be loaded. */
  unload(key: string): readonly Task[]
  /** Removes everything. */
  take(): { readonly tasks: readonly Task[]; readonly checking: readonly number[] }
  isIdle(): boolean
  /** Keeps the process alive while it has something to answer. */
  hold(): void
}

/** What a JVM tells. */
export interface WorkerListener {
  message(message: Exclude<FromJvm, { op: 'ready' }>): void
  /** It has been compiling this script for too long. */
  stalled(id: number): void
  end(): void
}

/** Scripts that are loaded in one JVM at a time. */
const mostLoaded = 500

/** Starts a JVM, which loads each script before its first run, and compiles each within `longestMs`. */
export function startWorker(start: StartJvm, listener: WorkerListener, longestMs: number): Worker {
  const jvm = start({
    message: (message) => void (message.op !== 'ready' && listener.message(message)),
    end() {
      clearTimeout(stalling)
      listener.end()
    },
  })
  const tasks = new Map<number, Task>()
  const checking = new Set<number>()
  const loaded = new Set<string>()
  let batch: Task[] = []
  let compiles = 0
  let stalling: NodeJS.Timeout | undefined

  /** Scripts are compiled in the order in which they were sent, so the time is that of the first one. */
  function watchCompiler(): void {
    clearTimeout(stalling)
    const [first] = checking
    if (first !== undefined) stalling = setTimeout(listener.stalled, longestMs, first)
  }

  function load({ key, compiled }: Task): void {
    if (loaded.delete(key)) return void loaded.add(key)
    loaded.add(key)
    jvm.send({ op: 'load', key, ...compiled })
    if (loaded.size <= mostLoaded) return
    const oldest = loaded.values().next().value!
    loaded.delete(oldest)
    jvm.send({ op: 'unload', key: oldest })
  }

  function flush(): void {
    const contexts = new Map<string, number>()
    const runs: RunMessage[] = []
    for (const task of batch) {
      if (!tasks.has(task.id)) continue
      load(task)
      const context = contexts.get(task.context) ?? contexts.size
      contexts.set(task.context, context)
      const { id, key, asker, owner } = task
      runs.push({ id, key, context, ...(asker !== undefined && { asker }), ...(owner !== undefined && { owner }) })
    }
    batch = []
    if (runs.length > 0) jvm.send({ op: 'run', contexts: [...contexts.keys()], runs })
  }

  return {
    jvm,
    isWorn: false,
    isStopped: false,
    get compiles() {
      return compiles
    },
    check(id, source) {
      checking.add(id)
      if (checking.size === 1) watchCompiler()
      compiles++
      jvm.hold(true)
      jvm.send({ op: 'check', id, source })
    },
    checked(id) {
      checking.delete(id)
      watchCompiler()
    },
    add(task) {
      if (tasks.size === 0) jvm.hold(true)
      tasks.set(task.id, task)
      if (batch.push(task) === 1) queueMicrotask(flush)
    },
    find: (id) => tasks.get(id),
    done(id) {
      const task = tasks.get(id)
      tasks.delete(id)
      return task
    },
    abandon(id) {
      if (!tasks.delete(id)) return false
      jvm.send({ op: 'abandon', id })
      return true
    },
    unload(key) {
      loaded.delete(key)
      const found = [...tasks.values()].filter((task) => task.key === key)
      for (const { id } of found) tasks.delete(id)
      return found
    },
    take() {
      const taken = { tasks: [...tasks.values()], checking: [...checking] }
      tasks.clear()
      checking.clear()
      return taken
    },
    isIdle: () => tasks.size === 0 && checking.size === 0,
    hold: () => jvm.hold(tasks.size > 0 || checking.size > 0),
  }
}
