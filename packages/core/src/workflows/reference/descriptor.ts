import { functions } from '../functions/index.ts'
import { nodes } from '../nodes/index.ts'
import { commonMembers } from '../nodes/node.ts'
import { operators } from '../operators/index.ts'
import type { Operator } from '../operators/operator.ts'
import { categoryNames, type DescribedEntry, type WorkflowDescriptor } from './descriptor-schema.ts'
import { categories, type Entry } from './entry.ts'

/**
 * Returns the descriptor of the workflow language, generated from the tables that the interpreter uses. It is the same
 * on every call.
 */
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
  description: alone === undefined ? description : `${description}. A list alone is \`${alone}\``,
  args: { ...args },
  example: { ...(memory && { memory: { ...memory } }), config, result },
})
