import type { Lane } from './lane.ts'
import { createLane } from './lane.ts'
import type { FromWorker, Limits } from './messages.ts'
import type { Seat } from './seat.ts'
import { currentRun, newSeat } from './seat.ts'

/** The worker threads of a pool, started one at a time up to a limit. */
export interface Crew {
  readonly seats: ReadonlySet<Seat>
  /** Whether at least one worker has proven that it works. */
  works(): boolean
  /** Starts another worker unless the limit is reached or a starting worker has yet to prove itself. */
  grow(): void
  /** Terminates a worker, even in the middle of a run. */
  dismiss(seat: Seat): void
  close(): Promise<void>
}

/** Options of a crew, and its callbacks. */
export interface CrewOptions {
  readonly limits: Limits
  readonly workers: number
  /** Compiles the virtual machine once for all workers; again if a worker dies before it works. */
  readonly load: () => Promise<WebAssembly.Module>
  /** Called when a new worker is ready for its first batch. */
  readonly onStart: () => void
  readonly onMessage: (seat: Seat, message: FromWorker) => void
  /**
   * Called when a worker died by itself, with the run `current` that it was executing (0 for none). It has been removed
   * from the crew.
   */
  readonly onDeath: (seat: Seat, cause: unknown, current: number) => void
}

/** Creates a crew without workers. */
export function createCrew({ limits, workers, load, onStart, onMessage, onDeath }: CrewOptions): Crew {
  const seats = new Set<Seat>()
  const endings = new Set<Promise<void>>()
  let module: Promise<WebAssembly.Module> | undefined

  const bury = (seat: Seat, cause: unknown) => {
    if (!seats.delete(seat)) return
    if (!seat.isProven) module = undefined
    onDeath(seat, cause, currentRun(seat))
  }
  const end = (lane: Lane | undefined) => {
    if (!lane) return
    const ending = lane.kill().finally(() => endings.delete(ending))
    endings.add(ending)
  }
  const start = async (seat: Seat) => {
    try {
      module ??= load()
      const lane = await createLane({
        module,
        limits,
        onMessage(message) {
          if (!seats.has(seat)) return
          seat.isProven = true
          onMessage(seat, message)
        },
        onDeath: (cause) => bury(seat, cause),
      })
      if (!seats.has(seat)) return end(lane)
      seat.lane = lane
      seat.isFree = true
      onStart()
    } catch (cause) {
      bury(seat, cause)
    }
  }

  return {
    seats,
    works: () => [...seats].some(({ isProven }) => isProven),
    grow() {
      if (seats.size >= workers || [...seats].some(({ isProven }) => !isProven)) return
      const seat = newSeat()
      seats.add(seat)
      const starting = start(seat).finally(() => endings.delete(starting))
      endings.add(starting)
    },
    dismiss(seat) {
      if (seats.delete(seat)) end(seat.lane)
    },
    async close() {
      for (const { lane } of seats) end(lane)
      seats.clear()
      while (endings.size > 0) await Promise.all(endings)
    },
  }
}
