import type { TSchema } from '../schema.ts'

/** What the words of the language are about, in the order of the reference, and a line on each. */
export const categories = {
  flow: 'In which order things happen',
  data: 'Values, and where they are kept',
  collections: 'The same for each of many',
  concurrency: 'Several things at once, and waiting',
  errors: 'Failing, and what then',
  arrays: 'Lists',
  maps: 'Objects',
  comparison: 'Booleans and comparison',
  numbers: 'Arithmetic',
  strings: 'Texts',
  dates: 'Dates and times',
  json: 'JSON, as text and by path',
  http: 'Calls elsewhere',
  store: 'What is kept between runs',
  memory: 'The memory of a run',
  signalbox: 'Features, configs, experiments, events and other workflows',
} as const
/** What a word of the language is about. */
export type Category = keyof typeof categories

/** What the reference tells of a node, an operator or a function of workflows (decisions 10.4). */
export interface Entry {
  readonly name: string
  readonly category: Category
  /** One sentence, for someone who writes a workflow. */
  readonly description: string
  /** JSON Schema of its arguments, once their expressions have been evaluated. */
  readonly args: TSchema
  readonly example: Example
}

/** A workflow, a node or an expression, and what comes of it. The tests run every one. */
export interface Example {
  /** What the memory holds before. @default nothing */
  readonly memory?: Readonly<Record<string, unknown>>
  /** As it is written in a workflow. */
  readonly config: unknown
  /** What it results in. */
  readonly result: unknown
}
