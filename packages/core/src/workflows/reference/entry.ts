import type { TSchema } from '../../machine/schema/schema.ts'

/** The categories of nodes, operators and functions in the order of the reference, with a title for each. */
export const categories = {
  flow: 'The order of steps',
  data: 'Values and memory',
  collections: 'Loops over lists',
  concurrency: 'Parallel paths and waiting',
  errors: 'Failures and their handling',
  arrays: 'Lists',
  maps: 'Objects',
  comparison: 'Booleans and comparison',
  numbers: 'Arithmetic',
  strings: 'Texts',
  dates: 'Dates and times',
  json: 'JSON, as text and by path',
  http: 'HTTP calls to other services',
  store: 'Values stored between runs',
  memory: 'The memory of a run',
  signalbox: 'Features, configs, experiments, events and other workflows',
} as const
/** The name of a category. */
export type Category = keyof typeof categories

/** The documentation of a node, an operator or a function, from which the reference is generated. */
export interface Entry {
  readonly name: string
  readonly category: Category
  /** One sentence for authors of workflows. */
  readonly description: string
  /** JSON Schema of its arguments after their expressions have been evaluated. */
  readonly args: TSchema
  readonly example: Example
}

/** A workflow, a node or an expression with its result. Tests run every example. */
export interface Example {
  /** The contents of memory before. @default empty */
  readonly memory?: Readonly<Record<string, unknown>>
  /** The example as it is written in a workflow. */
  readonly config: unknown
  /** The expected result. */
  readonly result: unknown
}
