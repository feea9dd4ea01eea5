import type { Static, TSchema } from '../../machine/schema/schema.ts'
import type { Entry } from '../reference/entry.ts'
import type { WorkflowHost } from './host.ts'

/** The memory that the steps of a run share: JSON values by name. */
export interface Memory {
  get(name: string): unknown
  /** Stores a value. Throws if the memory budget is exceeded. */
  set(name: string, value: unknown): void
  delete(name: string): void
}

/** What a function can use besides its arguments. It acts with the rights of the caller of the run. */
export interface FunctionScope<Host> {
  readonly host: Host
  readonly memory: Memory
  /** Aborted when the run ends or its time is up. */
  readonly signal: AbortSignal
  /** Epoch milliseconds from the clock of the instance. */
  readonly now: () => number
  readonly log: (line: string) => void
  /**
   * Runs another workflow inside this run, with the same budgets and one level deeper, and resolves with its result.
   * With `id`, a workflow that is already running is rejected as a cycle.
   */
  readonly run: (config: unknown, input: unknown, id?: string) => Promise<unknown>
}

/** A function that a `call` node runs: `{"kind": "call", "function": "core.log", "args": {…}}`. */
export interface WorkflowFunction<Host = unknown, S extends TSchema = TSchema> extends Entry {
  /** Begins with `core.`. */
  readonly name: `core.${string}`
  readonly args: S
  /** The argument that names what the function stores in memory, which steps may then read. */
  readonly assigns?: string
  /** The argument that names the workflow that the function runs. */
  readonly calls?: string
  /** Its cost in steps, in addition to that of its node, its arguments and its result. @default 0 */
  readonly cost?: number
  /** Returns the arguments as the journal shows them, without secrets. @default unchanged */
  readonly shown?: (args: Static<S>) => unknown
  /** Returns the secrets in the arguments, which the journal masks wherever they appear. @default none */
  readonly secrets?: (args: Static<S>) => readonly string[]
  /** Runs the function. Resolves with the output of the node, a JSON value. */
  readonly call: (args: Static<S>, scope: FunctionScope<Host>) => Promise<unknown>
}

/** Declares a function with the type of its arguments. */
export const defineFunction = <S extends TSchema>(declared: WorkflowFunction<WorkflowHost, S>) =>
  declared as unknown as WorkflowFunction<WorkflowHost>
