import { type Compiled, type Graph, LOADING, type Referring } from './rules-graph.ts'
import type { RulesPorts } from './rules-port.ts'

/** How the records of a kind are evaluated here, or asked about. Shared by all of them, because programs hold many. */
export interface Ways<R, H> {
  /** `Feature shop:express`, in messages. */
  label(held: R): string
  /** The record whose references count. */
  referring(held: R): Referring
  /** Evaluates it here; or why that is impossible. */
  compile(held: R): Compiled<H>
  askServer(held: R): H
  unreadable(held: R, cause: unknown): H
}

/** What was determined about a record after the last change. */
export interface Settled<H> {
  /** The generation of the records in memory that it is true for. */
  generation: number
  compiled: Compiled<H>
  current: H | undefined
  /** What evaluates the record while the engine of regular expressions is loaded. */
  waiting: H | undefined
  /** What evaluates the record if this is impossible here. */
  elsewhere: H | undefined
}

/** Before the first evaluation. */
export const unsettled: Settled<never> = {
  generation: 0,
  compiled: { problem: LOADING },
  current: undefined,
  waiting: undefined,
  elsewhere: undefined,
}

interface SettlePorts extends Pick<RulesPorts, 'hasServer' | 'report'> {
  readonly graph: Pick<Graph, 'generation' | 'resolve'>
}

/** Creates what determines, after each change, how a record with rules is evaluated: here, or by asking the server. */
export function createSettle({ graph, hasServer, report }: SettlePorts) {
  const reported = new WeakSet<object>()

  /** How a record is currently evaluated; determined again after each change. */
  function now<R, H>(settled: Settled<H>, held: R, ways: Ways<R, H>): H {
    if (settled.current === undefined || settled.generation !== graph.generation) {
      settled.generation = graph.generation
      settled.current = settle(settled, held, ways)
    }
    return settled.current
  }

  function settle<R, H>(settled: Settled<H>, held: R, ways: Ways<R, H>): H {
    const { value, problem: own } = compiled(settled, held, ways) // first: this creates the references that `resolve` sets
    const unknown = graph.resolve(ways.referring(held))
    const problem = own ?? unknown
    if (value && (unknown === undefined || (!hasServer && unknown !== LOADING))) {
      if (unknown) reportOnce(settled, ways.label(held), unknown)
      return value
    }
    if (problem === LOADING) {
      settled.waiting ??= ways.askServer(held)
      return settled.waiting
    }
    settled.elsewhere ??= ways.unreadable(held, problem)
    return settled.elsewhere
  }

  function compiled<R, H>(settled: Settled<H>, held: R, { compile }: Ways<R, H>): Compiled<H> {
    if (settled.compiled.problem === LOADING) settled.compiled = compile(held)
    return settled.compiled
  }

  function reportOnce(settled: object, label: string, cause: unknown): void {
    if (reported.has(settled)) return
    reported.add(settled)
    report(new Error(`${label} refers to something unknown; its condition is false`, { cause }))
  }

  return {
    now,
    /** The record, compiled once; or why that is impossible. */
    compiled,
  }
}
