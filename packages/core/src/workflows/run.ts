import type { Problem } from '../errors.ts'
import { SignalboxError } from '../errors.ts'
import { copyJson } from '../json.ts'
import type { Clock, Random, Wait } from '../ports.ts'
import type { TimeZone } from '../time.ts'
import type { Turn } from '../turns.ts'
import { createTurns } from '../turns.ts'
import { idleWait } from '../wait.ts'
import type { Budgets } from './budget.ts'
import { createMeter, defaultBudgets, overBudget } from './budget.ts'
import { isControl } from './control.ts'
import { failed, nodeOf } from './failure.ts'
import type { Frame, RunState } from './frame.ts'
import type { WorkflowFunction } from './functions/function.ts'
import type { Journal, JournalEntry } from './journal.ts'
import { createJournal } from './journal.ts'
import { createMemory } from './memory.ts'
import { prepare } from './prepare.ts'
import { secretsIn, shortText, shown } from './shown.ts'
import { weigh } from './weigh.ts'

/** What a run needs from outside. */
export interface RunPorts<Host> {
  /** What `call` nodes may call, by name. */
  readonly functions: ReadonlyMap<string, WorkflowFunction<Host>>
  /** Handed to the functions: what they reach, as the caller of the run. */
  readonly host: Host
  readonly clock: Clock
  readonly wait: Wait
  /** Chooses the jitter of retries. */
  readonly random: Random
  /** The zone of dates that name none. */
  readonly zone: TimeZone
  /** @default `defaultBudgets` */
  readonly budgets?: Budgets
  /** When this has the thread among other runs that work long. @default without regard to others */
  readonly turn?: Turn
  /** Ends the run from outside, with UNAVAILABLE. */
  readonly signal?: AbortSignal
  /** The id that the workflow is stored under: it cannot call itself. */
  readonly id?: string
}

/** What came of a run. */
export interface RunResult {
  readonly result: unknown
  /** What was done, in the order in which it began. */
  readonly journal: readonly JournalEntry[]
  /** Entries of the journal that were left out, behind the first ones, since it would have been too long. */
  readonly omitted: number
  readonly logs: readonly string[]
}

/**
 * Runs a workflow (decisions 10.4) after the static check. Under a clock, a wait and a random that are the same, a run is the same. Throws `SignalboxError`s
 * alone: INVALID for what the check finds (by pointer), and for what the workflow does wrong (`error.workflow.…`); what functions fail with
 * keeps its code. Failures of a run have `node`, `journal`, `omitted` and `logs` in `members`.
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
  // In real time, whatever the clock says: a function that never answers is given up.
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
    weigh(result, meter)
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
    ports.signal?.removeEventListener('abort', endFromOutside)
  }
}

/** Characters of an answer beside its result, entries and log lines. */
const FRAME = 64

/** What a workflow comes to, by `end` or by itself. */
async function resultOf(running: Promise<unknown>): Promise<unknown> {
  try {
    return await running
  } catch (thrown) {
    if (isControl(thrown) && thrown.control === 'end') return thrown.value
    throw thrown
  }
}

const cycle = (calls: readonly string[]) =>
  failed('cycle', `Workflows call one another in a circle, ${calls.join(' → ')}: let one of them end without`, ...calls)

const ended = () => new SignalboxError('UNAVAILABLE', 'The run was ended from outside before it was through')

/** A failure with the node it began at, and what was done up to then; what it says has no secrets, and is cut where it is long. */
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
  const members = masked(isLong ? shown(error.members) : error.members) as Record<string, unknown>
  const message = told(error.message)
  return new SignalboxError(code, node ? `Node ${node}: ${message}` : message, {
    errors: brief(errors),
    fieldErrors: Object.fromEntries(places.map(([place, problems]) => [told(place), brief(problems)])),
    cause: error,
    ...(retryAfter !== undefined && { retryAfter }),
    members: { ...members, node: node ?? null, ...toldIn(JSON.stringify(members).length) },
  })
}

/** Of a failure no more problems are told. */
const MOST_PROBLEMS = 100
/** Longer details of a failure are cut, in characters as JSON. */
const LONGEST_DETAILS = 10_000
