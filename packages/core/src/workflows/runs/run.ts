import { type Problem, SignalboxError } from '../../machine/errors/errors.ts'
import { copyJson } from '../../machine/json/json.ts'
import { createTurns, type Turn } from '../../machine/time/event-loop-turns.ts'
import type { TimeZone } from '../../machine/time/time.ts'
import { idleWait } from '../../machine/time/wait.ts'
import type { Clock, Random, Wait } from '../../ports.ts'
import type { WorkflowFunction } from '../functions/function.ts'
import { prepare } from '../language/prepare.ts'
import { type Budgets, createMeter, defaultBudgets, overBudget } from './budget.ts'
import { isControl } from './control.ts'
import { failed, nodeOf } from './failure.ts'
import type { Frame, RunState } from './frame.ts'
import { createJournal, type Journal, type JournalEntry } from './journal.ts'
import type { Masking } from './masking.ts'
import { measureSize } from './measure-size.ts'
import { createMemory } from './memory.ts'
import { secretsIn, shortenForLog, shortText } from './shorten-for-log.ts'

/** What a run depends on. */
export interface RunPorts<Host> {
  /** The functions that `call` nodes may call, by name. */
  readonly functions: ReadonlyMap<string, WorkflowFunction<Host>>
  /** Passed to functions: what they have access to, with the rights of the caller. */
  readonly host: Host
  readonly clock: Clock
  readonly wait: Wait
  /** Random bytes for the jitter of retries. */
  readonly random: Random
  /** The time zone of dates without one. */
  readonly zone: TimeZone
  /** @default `defaultBudgets` */
  readonly budgets?: Budgets
  /** Takes turns with other long runs. @default no turns */
  readonly turn?: Turn
  /** Ends the run with UNAVAILABLE when it aborts. */
  readonly signal?: AbortSignal
  /** The id under which the workflow is stored; it cannot call itself. */
  readonly id?: string
  /** Called when a run that began has ended, before its result is returned. */
  readonly ended?: (ending: RunEnding) => void
}

/** What is known of a run when it has ended. */
export interface RunEnding {
  /** The steps that it used. */
  readonly steps: number
  /** Masks the secrets that it has seen. */
  readonly masking: Masking
}

/** The result of a run. */
export interface RunResult {
  readonly result: unknown
  /** Attempts to run nodes, in the order in which they started. */
  readonly journal: readonly JournalEntry[]
  /** Number of journal entries left out after the first ones, because the journal would have been too long. */
  readonly omitted: number
  readonly logs: readonly string[]
}

/**
 * Checks and runs a workflow. With the same input, `clock`, `wait` and `random`, runs are the same. Throws only
 * `SignalboxError`s: INVALID with the problems of the check by pointer, INVALID with `error.workflow.…` for failures of
 * the workflow, and errors of functions with their own code. `members` of a failed run has `node`, `journal`, `omitted`
 * and `logs`.
 */
export async function run<Host>(config: unknown, input: unknown, ports: RunPorts<Host>): Promise<RunResult> {
  const program = prepare(config, ports.functions)
  const budgets = ports.budgets ?? defaultBudgets
  const meter = createMeter(budgets, ports.clock)
  const journal = createJournal(budgets.output, ports.clock)
  for (const secret of secretsIn(input)) journal.hide(secret)
  const logs: string[] = []
  const over = new AbortController()
  const ending = new AbortController()
  const left = new Set<Promise<void>>()

  const state: RunState = {
    functions: ports.functions as RunState['functions'],
    host: ports.host as never,
    wait: ports.wait,
    random: ports.random,
    journal,
    turn: ports.turn ?? createTurns(),
    log(line) {
      meter.write(JSON.stringify(line).length + 1)
      logs.push(line)
    },
    leave(work) {
      const done = work(ending.signal)
        .catch((thrown) => {
          if (!isControl(thrown)) ending.abort(thrown)
        })
        .finally(() => left.delete(done))
      left.add(done)
    },
    async call(frame, called, given, id) {
      if (id !== undefined && frame.calls.includes(id)) throw cycle([...frame.calls, id])
      const memory = createMemory({ input: copyJson(given ?? null) }, meter)
      const calls = id === undefined ? frame.calls : [...frame.calls, id]
      try {
        const { run, size } = prepare(called, ports.functions)
        meter.charge(size)
        return await resultOf(run({ ...frame, memory, read: memory.get, calls, prefix: `${id ?? ''}#` }))
      } finally {
        memory.release()
      }
    },
  }

  const endFromOutside = () => ending.abort(ended())
  if (ports.signal?.aborted) endFromOutside()
  ports.signal?.addEventListener('abort', endFromOutside)
  // Uses real time regardless of the clock, so that a function that never returns is given up.
  idleWait(budgets.time, over.signal).then(() => {
    if (!over.signal.aborted) ending.abort(overBudget('time', budgets))
  })

  try {
    const memory = createMemory({ input: copyJson(input ?? null) }, meter)
    const frame: Frame = {
      run: state,
      meter,
      memory,
      read: memory.get,
      charge: meter.charge,
      make: meter.make,
      now: ports.clock,
      zone: ports.zone,
      signal: ending.signal,
      depth: 0,
      prefix: '',
      calls: ports.id === undefined ? [] : [ports.id],
    }
    const result = await resultOf(program.run(frame))
    while (left.size > 0) await Promise.all(left)
    ending.signal.throwIfAborted()
    measureSize(result, meter)
    const room = meter.outputLeft - FRAME - JSON.stringify(result).length
    if (room < 0) throw overBudget('output', budgets)
    return { result, ...journal.close(room), logs: logs.map(journal.masked) }
  } catch (thrown) {
    if (!ending.signal.aborted) ending.abort(thrown)
    while (left.size > 0) await Promise.all(left)
    throw asRunFailure(thrown, journal, (size) => ({
      ...journal.close(meter.outputLeft - FRAME - size),
      logs: logs.map(journal.masked),
    }))
  } finally {
    over.abort()
    ports.ended?.({ steps: meter.steps, masking: { learn: journal.hide, mask: journal.masked } })
    ports.signal?.removeEventListener('abort', endFromOutside)
  }
}

/** Characters of a response besides its result, entries and log lines. */
const FRAME = 64

/** Resolves with the result of a workflow, whether it comes from `end` or its last step. */
async function resultOf(running: Promise<unknown>): Promise<unknown> {
  try {
    return await running
  } catch (thrown) {
    if (isControl(thrown) && thrown.control === 'end') return thrown.value
    throw thrown
  }
}

const cycle = (calls: readonly string[]) =>
  failed('cycle', `Workflows call one another in a cycle, ${calls.join(' → ')}: remove one of these calls`, ...calls)

const ended = () => new SignalboxError('UNAVAILABLE', 'The run was canceled before it finished: start it again')

/** Adds the node and the journal to a failure, removes secrets from its texts, and shortens them. */
function asRunFailure(
  thrown: unknown,
  { masked }: Pick<Journal, 'masked'>,
  toldIn: (size: number) => object,
): SignalboxError {
  const error =
    thrown instanceof SignalboxError
      ? thrown
      : new SignalboxError('INTERNAL', 'The workflow failed unexpectedly', { cause: thrown })
  const node = nodeOf(error)
  const { code, errors, fieldErrors, retryAfter } = error
  const told = (text: string) => shortText(masked(text))
  const brief = (problems: readonly Problem[]) =>
    problems.slice(0, MOST_PROBLEMS).map(({ message, args }) => ({ message, args: args.map(told) }))
  const places = Object.entries(fieldErrors).slice(0, MOST_PROBLEMS)
  const isLong = JSON.stringify(error.members).length > LONGEST_DETAILS
  const members = masked(isLong ? shortenForLog(error.members) : error.members) as Record<string, unknown>
  const message = told(error.message)
  return new SignalboxError(code, node ? `Node ${node}: ${message}` : message, {
    errors: brief(errors),
    fieldErrors: Object.fromEntries(places.map(([place, problems]) => [told(place), brief(problems)])),
    cause: error,
    ...(retryAfter !== undefined && { retryAfter }),
    members: { ...members, node: node ?? null, ...toldIn(JSON.stringify(members).length) },
  })
}

/** Maximum number of problems reported with a failure. */
const MOST_PROBLEMS = 100
/** Maximum size of the details of a failure, in characters of JSON; longer ones are shortened. */
const LONGEST_DETAILS = 10_000
