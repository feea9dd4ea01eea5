import type { Lane } from './lane.ts'
import type { Limits } from './messages.ts'
import type { Task } from './task.ts'
import { lookEvery } from './watch.ts'

/** A place for a worker: the thread, once it is there, and what it is at. */
export interface Seat {
  lane?: Lane
  /** It takes a batch. False before it has a thread. */
  isFree: boolean
  /** Its thread has said something: it is one that works. */
  isProven: boolean
  /** What it is at may hold it up: runs of scripts that are not known to be well. */
  isDoubtful: boolean
  /** For how many looks it has been at its batch. */
  age: number
  /** What it was given and has not answered: a batch, and runs of former ones that wait for HTTP. */
  readonly tasks: Set<Task>
  /** Its beats when last looked at, and how often in a row they had not changed, in a script. */
  beats: number
  silence: number
}

/** A seat whose thread is yet to come. */
export const newSeat = (): Seat => ({
  isFree: false,
  isProven: false,
  isDoubtful: false,
  age: 0,
  tasks: new Set(),
  beats: 0,
  silence: 0,
})

/** Whose script a seat is in; 0: nobody's. */
export const currentRun = ({ lane }: Seat): number => lane?.current() ?? 0

/**
 * Looks at a seat; gives how many looks in a row its script has kept the interpreter from beating. Looks are counted,
 * not time, so that a machine that slept does not take its scripts for stuck.
 */
export function countSilence(seat: Seat): number {
  const beats = seat.lane?.beats() ?? 0
  seat.silence = currentRun(seat) !== 0 && beats === seat.beats ? seat.silence + 1 : 0
  seat.beats = beats
  return seat.silence
}

/** For so many milliseconds at least a script may give no sign of life. */
const leastPatience = 250

/**
 * After how many looks without a sign of life others do not wait for a script any more (`doubt`), and it is ended (`patience`). A
 * native call gives none, and gets far more than the budget: a busy machine may hold a thread up too.
 */
export function patienceWith({ cpuMs }: Limits) {
  const patience = Math.ceil(Math.max(10 * cpuMs, leastPatience) / lookEvery)
  return { doubt: Math.ceil(patience / 5), patience }
}

/** Takes away what a seat has not begun, as far as one can tell from outside, so that others can run it. */
export function takeUnbegun(seat: Seat): Task[] {
  const current = currentRun(seat)
  const unbegun = [...seat.tasks].filter(({ id, calls }) => id !== current && calls.length === 0)
  for (const task of unbegun) {
    seat.tasks.delete(task)
    seat.lane?.post({ type: 'abandon', id: task.id })
  }
  return unbegun
}
