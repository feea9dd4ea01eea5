import { anyObject, choice, object, type Static, Type } from '../../machine/schema/schema.ts'
import { type Category, categories } from './entry.ts'

/** The names of all categories. */
export const categoryNames = Object.keys(categories) as Category[]

const entrySchema = object({
  name: Type.String({ description: 'The name in workflows' }),
  category: choice(categoryNames),
  description: Type.String(),
  args: anyObject({ description: 'The JSON Schema of the arguments, after their expressions have been evaluated' }),
  example: object({
    memory: Type.Optional(anyObject({ description: 'The memory before the example' })),
    config: Type.Unknown({ description: 'The example, as written in a workflow' }),
    result: Type.Unknown({ description: 'The result of the example' }),
  }),
})

/** The workflow language as data. */
export const workflowDescriptorSchema = object({
  categories: Type.Array(object({ name: choice(categoryNames), description: Type.String() })),
  nodes: Type.Array(entrySchema, { description: 'Kinds of steps; their arguments are members beside `kind`' }),
  operators: Type.Array(entrySchema, { description: 'Pure functions in values: `{"$add": [1, 2]}`' }),
  functions: Type.Array(entrySchema, { description: 'Functions for the node `call`' }),
  common: anyObject({ description: 'The JSON Schema of the members that every node can have' }),
})
/** The workflow language as data. */
export type WorkflowDescriptor = Static<typeof workflowDescriptorSchema>
/** A node, an operator or a function in the descriptor. */
export type DescribedEntry = WorkflowDescriptor['nodes'][number]
