import type { Static } from '../../schema.ts'
import { anyObject, choice, object, Type } from '../../schema.ts'
import type { Category } from './entry.ts'
import { categories } from './entry.ts'

/** The names of all categories. */
export const categoryNames = Object.keys(categories) as Category[]

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

/** The workflow language as data. */
export const workflowDescriptorSchema = object({
  categories: Type.Array(object({ name: choice(categoryNames), description: Type.String() })),
  nodes: Type.Array(entrySchema, { description: 'Kinds of steps; their arguments stand beside `kind`' }),
  operators: Type.Array(entrySchema, { description: 'Pure functions in values: `{"$add": [1, 2]}`' }),
  functions: Type.Array(entrySchema, { description: 'What the node `call` calls' }),
  common: anyObject({ description: 'JSON Schema of the members that every node may have' }),
})
/** The workflow language as data. */
export type WorkflowDescriptor = Static<typeof workflowDescriptorSchema>
/** A node, an operator or a function in the descriptor. */
export type DescribedEntry = WorkflowDescriptor['nodes'][number]
