import { type Caller, demand } from '../../machine/callers/caller.ts'
import { originOf } from '../../machine/callers/origin.ts'
import { problem, SignalboxError } from '../../machine/errors/errors.ts'
import { traced } from '../../machine/net/traceparent.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { checkSize } from '../../machine/records/size.ts'
import { limitOf } from '../../machine/schema/limits.ts'
import { generateId } from '../../machine/secrets/ids.ts'
import { anySignal } from '../../machine/time/closing.ts'
import { createTurns } from '../../machine/time/event-loop-turns.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { CallContext } from '../../operation.ts'
import type { Random, Wait } from '../../ports.ts'
import type { WorkflowApi, WorkflowHost } from '../functions/host.ts'
import { functionsByName } from '../functions/index.ts'
import type { WorkflowLimits, WorkflowOptions } from '../options.ts'
import { storedValuesFor } from '../stored-values.ts'
import type { WorkflowTelemetry } from '../telemetry.ts'
import { type Budgets, exceededBudget, loweredBudgets } from './budget.ts'
import { createMasking } from './masking.ts'
import { detailsOf, type RunOutcome } from './record-run.ts'
import { type RunEnding, run } from './run.ts'
import type { RunDetails, WorkflowRun } from './run-schema.ts'

/** What a runner depends on. */
export interface RunnerPorts extends Pick<WorkflowOptions, 'fetch'> {
  readonly limits: WorkflowLimits
  readonly instance: Instance
  readonly random: Random
  readonly wait: Wait
  /** Returns the API with the rights of a caller, whose calls have the reason and the trace of the run. */
  readonly as: (run: Pick<CallContext, 'caller' | 'reason' | 'traceparent'>) => WorkflowApi
  readonly telemetry: WorkflowTelemetry
}

/** A request to run a workflow; `id` if it is stored. */
export interface AskedRun {
  readonly config: unknown
  readonly input?: unknown
  readonly budgets?: Partial<Budgets>
  readonly id?: string
}

/** Who runs it; `share` names whose share of the concurrent runs it takes. @default the caller's */
interface AskedBy extends Pick<CallContext, 'caller' | 'signal' | 'reason' | 'traceparent'> {
  readonly share?: string
  /** Called when the run has ended. @default no call */
  readonly onEnd?: (run: Omit<WorkflowRun, 'details'>, details: RunDetails) => void
}

/** The id in events of workflows that run without being saved. */
const UNSAVED = '_test'

/**
 * Creates a runner that limits concurrent runs, also per identity; runs of gateways per workflow. Each run has the
 * rights of its caller and ends when the instance closes or the caller disconnects.
 */
export function createRunner(ports: RunnerPorts) {
  const { instance, random, wait, as, fetch, limits } = ports
  const { workflowEnded } = ports.telemetry
  const { runs: most } = limits
  const { store, note, clock, zone, bodyLimit, closing, applied } = instance
  const largest = limitOf(instance, 'bodyLimit')
  const turn = createTurns()
  const share = Math.max(1, Math.floor(most / 2))
  /** Runs in progress with the identity that started them, or the workflow for a gateway; `undefined` if callers are not identified. */
  const running = new Map<Promise<unknown>, string | undefined>()

  const hostFor = (by: AskedBy, id: string): WorkflowHost => ({
    api: as(inheritedFrom(by)),
    ...traced(by.traceparent),
    kept: storedValuesFor(by.caller, { store, note, bodyLimit, most: limits.kept }),
    ...(fetch && { fetch }),
    wait,
    async emit(name, payload) {
      demand(by.caller, 'U', 'Workflow', id)
      checkSize('payload of the event', JSON.stringify(payload), largest)
      const event = { type: 'WORKFLOW_EVENT_EMITTED', key: id, domain: 'Workflow', payload: { name, payload } } as const
      const timestamp = localTimestamp(clock(), zone)
      const committed = await note([], [{ ...event, timestamp, ...originOf(by) }])
      if ('events' in committed) await applied(committed.events.at(-1)?._id ?? 0)
    },
  })

  const countOf = (by: string) => [...running.values()].filter((one) => one === by).length

  function refusalFor(by: string | undefined): SignalboxError | undefined {
    if (running.size >= most) return tooMany(most)
    return by !== undefined && countOf(by) >= share ? tooManyOfOne(share, most) : undefined
  }

  async function start({ config, input, budgets, id }: AskedRun, asked: AskedBy) {
    const { caller, signal, share: of, onEnd } = asked
    const by = of ?? nameOf(caller)
    const refusal = refusalFor(by)
    if (refusal) {
      workflowEnded?.({ workflow: id ?? UNSAVED, ms: 0, steps: 0, error: refusal.code })
      throw refusal
    }
    const at = clock()
    let ending: RunEnding = { steps: 0, masking: createMasking() }
    // Reading and checking a large workflow has used the thread for a while, so let other work run first.
    const work = turn().then(() =>
      run(config, input, {
        functions: functionsByName,
        host: hostFor(asked, id ?? UNSAVED),
        clock,
        wait,
        random,
        zone,
        turn,
        budgets: loweredBudgets(limits.budgets, budgets),
        signal: anySignal(signal ? [closing, signal] : [closing]),
        ...(id !== undefined && { id }),
        ended: (told) => {
          ending = told
        },
      }),
    )
    running.set(work, by)
    function tell(outcome: RunOutcome): void {
      const { authInfo } = caller
      const error = outcome instanceof Error ? outcome : undefined
      const ended = { ms: Math.max(0, clock() - at), steps: ending.steps, ...(error && { error: error.code }) }
      const budget = exceededBudget(error)
      workflowEnded?.({ workflow: id ?? UNSAVED, ...ended, ...(budget && { budget }) })
      onEnd?.(
        { id: generateId(random, 'run'), at, ...ended, ...(authInfo && { by: authInfo }) },
        detailsOf(input, outcome, ending.masking),
      )
    }
    try {
      const outcome = await work
      tell(outcome)
      const { journal, logs, ...rest } = outcome
      return { ...rest, journal: [...journal], logs: [...logs] }
    } catch (error) {
      if (error instanceof SignalboxError) tell(error)
      throw error
    } finally {
      running.delete(work)
    }
  }

  return {
    start,
    /** Resolves when no run is in progress; `closing` ends them. */
    async closed() {
      await Promise.allSettled(running.keys())
    },
  }
}

/** What the calls of a run have in common with the call that runs it. */
const inheritedFrom = ({ caller, reason, traceparent }: AskedBy) => ({
  caller,
  ...(reason !== undefined && { reason }),
  ...traced(traceparent),
})

/** Returns a name for a caller's identity; `undefined` for the embedding program and with open access. */
const nameOf = ({ authInfo }: Caller): string | undefined => authInfo && `${authInfo.kind} ${authInfo.id}`

const tooMany = (most: number) =>
  new SignalboxError('TOO_MANY_REQUESTS', `${most} workflows are already running: try again in a second`, {
    errors: [problem('error.workflow.runs', most)],
    retryAfter: 1,
  })

const tooManyOfOne = (share: number, most: number) =>
  new SignalboxError(
    'TOO_MANY_REQUESTS',
    `${share} of your workflows are already running, the most for one caller (${most} for all callers): try again in a second, or raise the option workflows.runs (of the server: SIGNALBOX_WORKFLOW_RUNS)`,
    { errors: [problem('error.workflow.runs.caller', share)], retryAfter: 1 },
  )
