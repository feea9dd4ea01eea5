import { Type } from 'typebox'
import type { Static } from '../schema.ts'
import { anyObject, choice, object } from '../schema.ts'
import type { Category, Entry } from './entry.ts'
import { categories } from './entry.ts'
import { functions } from './functions/index.ts'
import { nodes } from './nodes/index.ts'
import { commonMembers } from './nodes/node.ts'
import { operators } from './operators/index.ts'
import type { Operator } from './operators/operator.ts'

const categoryNames = Object.keys(categories) as Category[]

const entrySchema = object({
  name: Type.String({ description: 'What workflows call it' }),
  category: choice(categoryNames),
  description: Type.String(),
  args: anyObject({ description: 'JSON Schema of its arguments, once the expressions in them have been evaluated' }),
  example: object({
    memory: Type.Optional(anyObject({ description: 'What the memory holds before' })),
    config: Type.Unknown({ description: 'As it is written in a workflow' }),
    result: Type.Unknown({ description: 'What it results in' }),
  }),
})

/** The language of workflows as data (decisions 10.4). */
export const workflowDescriptorSchema = object({
  categories: Type.Array(object({ name: choice(categoryNames), description: Type.String() })),
  nodes: Type.Array(entrySchema, { description: 'Kinds of steps; their arguments stand beside `kind`' }),
  operators: Type.Array(entrySchema, { description: 'Pure functions in values: `{"$add": [1, 2]}`' }),
  functions: Type.Array(entrySchema, { description: 'What the node `call` calls' }),
  common: anyObject({ description: 'JSON Schema of the members that every node may have' }),
})
/** The language of workflows as data. */
export type WorkflowDescriptor = Static<typeof workflowDescriptorSchema>
/** A node, an operator or a function, as the descriptor tells it. */
export type DescribedEntry = WorkflowDescriptor['nodes'][number]

/** The language of workflows, out of the tables that its interpreter runs; the same each time. */
export const workflowDescriptor = (): WorkflowDescriptor => ({
  categories: categoryNames.map((name) => ({ name, description: categories[name] })),
  nodes: nodes.map(toEntry),
  operators: operators.map(toEntry),
  functions: functions.map(toEntry),
  common: { ...commonMembers },
})

const toEntry = ({
  name,
  category,
  description,
  args,
  alone,
  example: { memory, config, result },
}: Entry & Pick<Operator, 'alone'>): DescribedEntry => ({
  name,
  category,
  description: alone === undefined ? description : `${description}. A list alone is taken for \`${alone}\``,
  args: { ...args },
  example: { ...(memory && { memory: { ...memory } }), config, result },
})
