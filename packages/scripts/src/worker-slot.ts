import type { Limits } from './messages.ts'
import { lookEvery } from './periodic-check.ts'
import type { Task } from './task.ts'
import type { WorkerThread } from './worker-thread.ts'

/** A place for a worker: its thread, once started, and what the worker is doing. */
export interface WorkerSlot {
  thread?: WorkerThread
  /** Whether it accepts a batch; false until its thread has started. */
  isFree: boolean
  /** Whether its thread has sent a message, which proves that it works. */
  isProven: boolean
  /** Whether its current batch may hold it up: scripts that are not known to be well-behaved. */
  isDoubtful: boolean
  /** Number of checks since it received its batch. */
  age: number
  /** Runs sent to it and not answered: a batch, and earlier runs that wait for HTTP. */
  readonly tasks: Set<Task>
  /**
   * The pulse counter at the last check. `silence` is the number of consecutive checks at which it had not changed
   * during a script.
   */
  beats: number
  silence: number
}

/** Creates a slot whose thread has yet to start. */
export const newWorkerSlot = (): WorkerSlot => ({
  isFree: false,
  isProven: false,
  isDoubtful: false,
  age: 0,
  tasks: new Set(),
  beats: 0,
  silence: 0,
})

/** Id of the run whose script is executing; 0 for none. */
export const currentRun = ({ thread }: WorkerSlot): number => thread?.current() ?? 0

/**
 * Checks a slot and returns for how many consecutive checks its script has kept the interpreter silent. Counts checks,
 * not time, so that scripts do not seem stuck after the machine slept.
 */
export function countSilence(slot: WorkerSlot): number {
  const beats = slot.thread?.beats() ?? 0
  slot.silence = currentRun(slot) !== 0 && beats === slot.beats ? slot.silence + 1 : 0
  slot.beats = beats
  return slot.silence
}

/** Shortest silence, in milliseconds, after which a script is ended. */
const leastPatience = 250

/**
 * Number of silent checks after which other runs no longer wait for a script (`doubt`), and after which its worker is
 * terminated (`patience`). A native call is silent, so it gets far more time than the CPU budget: a busy machine may
 * also delay a thread.
 */
export function patienceWith({ cpuMs }: Limits) {
  const patience = Math.ceil(Math.max(10 * cpuMs, leastPatience) / lookEvery)
  return { doubt: Math.ceil(patience / 5), patience }
}

/**
 * Takes back the runs that a slot has probably not started, so that other workers can execute them.
 */
export function takeUnbegun(slot: WorkerSlot): Task[] {
  const current = currentRun(slot)
  const unbegun = [...slot.tasks].filter(({ id, calls }) => id !== current && calls.length === 0)
  for (const task of unbegun) {
    slot.tasks.delete(task)
    slot.thread?.post({ type: 'abandon', id: task.id })
  }
  return unbegun
}
