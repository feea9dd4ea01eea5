import { SignalboxError } from '../../machine/errors/errors.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { endOfTurn } from '../../machine/time/wait.ts'
import type { Random, Wait } from '../../ports.ts'
import type { Assignment } from '../assign.ts'
import type { Eligibility } from '../eligibility.ts'
import type { ExperimentTelemetry } from '../telemetry.ts'
import type { Alone } from './alone.ts'
import { createRecentState } from './recent-state.ts'
import type { Recorded, Recording } from './recording.ts'
import { openRecordingBatch } from './recording-batch.ts'

interface Waiting extends Recording {
  resolve(recorded: Recorded): void
  reject(error: unknown): void
}

interface RecorderPorts {
  readonly instance: Instance
  readonly random: Random
  readonly wait: Wait
  readonly assignment: Assignment
  readonly eligibility: Eligibility
  readonly telemetry: ExperimentTelemetry
  /** Tasks for which recording waits. */
  readonly alone: Alone
}

const MOST_AT_ONCE = 500
const MOST_TRIES = 100
/** Longest wait between two attempts, in milliseconds. */
const LONGEST_WAIT = 50

/** Records one call on an experiment. */
export type RecordCall = (experimentId: string, recording: Recording) => Promise<Recorded>

/**
 * Records calls on experiments. Waiting calls on the same experiment are computed in order and written by one commit. A
 * conflict with another process is detected by compare-and-set and retried with jitter.
 */
export function createRecorder({ instance, random, wait, telemetry, alone, ...settings }: RecorderPorts): RecordCall {
  const { store, note, applied } = instance
  const { variantAssigned } = telemetry
  const recent = createRecentState(store)
  const queues = new Map<string, Waiting[]>()

  async function drain(experimentId: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      await arrivals(queue)
      while (alone.free(experimentId)) await alone.free(experimentId)
      const batch = queue.splice(0, MOST_AT_ONCE)
      try {
        const outcomes = await settle(experimentId, batch)
        for (const [i, outcome] of outcomes.entries()) {
          const call = batch[i]!
          if (outcome instanceof SignalboxError) call.reject(outcome)
          else {
            variantAssigned?.(experimentId, outcome.variant.id, call.clientId)
            call.resolve(outcome)
          }
        }
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    queues.delete(experimentId)
  }

  async function settle(experimentId: string, batch: readonly Recording[]): Promise<(Recorded | SignalboxError)[]> {
    let mayRecall = true
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const attempt = recent.attempt(experimentId, { mayRecall })
      mayRecall = false
      const pass = await openRecordingBatch(experimentId, batch, { instance, get: attempt.get, ...settings })
      const outcomes = batch.map((call) => pass.take(call))
      const { changes, events } = pass.result()
      if (changes.length === 0) {
        if (attempt.isRecalled) continue
        return outcomes
      }
      const committed = await note(changes, events)
      if ('events' in committed) {
        attempt.remember(changes, committed.versions)
        await applied(committed.events.at(-1)?._id ?? 0)
        return outcomes
      }
      if (attempt.isRecalled) continue
      const jitter = (random(1)[0] ?? 0) / 256
      await wait(Math.min(LONGEST_WAIT, 2 ** tries) * jitter)
    }
    throw new SignalboxError('UNAVAILABLE', `Too many processes write to experiment ${experimentId} at once: try again`)
  }

  /**
   * Records one call and resolves when it is committed. Rejects with NOT_FOUND for an unknown experiment and CONFLICT
   * for a new client of a disabled one, or one that is not eligible.
   */
  return (experimentId, recording) =>
    new Promise((resolve, reject) => {
      const waiting: Waiting = { ...recording, resolve, reject }
      const queue = queues.get(experimentId)
      if (queue) return void queue.push(waiting)
      const made = [waiting]
      queues.set(experimentId, made)
      void drain(experimentId, made)
    })
}

/**
 * Waits for the end of this turn of the event loop, and for further turns as long as each brings calls: calls of many
 * connections arrive over several turns, and a commit takes longer than to read them. A call that comes alone does not
 * wait for others.
 */
async function arrivals(queue: readonly unknown[]): Promise<void> {
  for (let known = 0; queue.length > known && known < MOST_AT_ONCE; ) {
    known = queue.length
    await endOfTurn()
  }
}
