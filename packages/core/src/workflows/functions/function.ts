import type { Static, TSchema } from '../../schema.ts'
import type { Entry } from '../entry.ts'
import type { WorkflowHost } from './host.ts'

/** The memory that the steps of a run share: JSON values by name. */
export interface Memory {
  get(name: string): unknown
  /** Keeps a value. Throws when the budget of memory is used up. */
  set(name: string, value: unknown): void
  delete(name: string): void
}

/** What a function has beside its arguments. Whatever it reaches, it reaches as the caller of the run. */
export interface FunctionScope<Host> {
  readonly host: Host
  readonly memory: Memory
  /** Aborted when the run is over, or its time is up. */
  readonly signal: AbortSignal
  /** Epoch milliseconds, by the clock of the instance. */
  readonly now: () => number
  readonly log: (line: string) => void
  /**
   * Runs another workflow inside this run, out of the same budgets, one level deeper: its result. With the `id` it is stored
   * under, a workflow that is running already is refused as a cycle.
   */
  readonly run: (config: unknown, input: unknown, id?: string) => Promise<unknown>
}

/** Something that a `call` node does outside of the run: `{"kind": "call", "function": "core.log", "args": {…}}`. */
export interface WorkflowFunction<Host = unknown, S extends TSchema = TSchema> extends Entry {
  /** `core.…` */
  readonly name: `core.${string}`
  readonly args: S
  /** The argument that names what it keeps in memory: steps may read that name. */
  readonly assigns?: string
  /** The argument that names the workflow it runs. */
  readonly calls?: string
  /** How many steps it is worth, beside that of its node and what it takes and answers. @default 0 */
  readonly cost?: number
  /** The arguments as the journal may show them, without secrets. @default as they are */
  readonly shown?: (args: Static<S>) => unknown
  /** The secrets among the arguments: the journal masks them wherever else they stand. @default none */
  readonly secrets?: (args: Static<S>) => readonly string[]
  /** The output of the node, as JSON has it. */
  readonly call: (args: Static<S>, scope: FunctionScope<Host>) => Promise<unknown>
}

/** Declares a function, keeping the type of its arguments. */
export const defineFunction = <S extends TSchema>(declared: WorkflowFunction<WorkflowHost, S>) =>
  declared as unknown as WorkflowFunction<WorkflowHost>
