import { answerAs, jsonText } from '../json-text.ts'
import type { CallContext, Handlers } from '../operation.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { Instance } from '../records/hooks.ts'
import { collectTree, valueTreeBuilder } from '../records/tree.ts'
import { treeText } from '../records/tree-text.ts'
import { inSlices } from '../turns.ts'
import { configs } from './config.ts'
import type { configContract } from './contract.ts'
import { expand } from './expand.ts'

/** The parts that configs need. */
export interface ConfigParts {
  readonly instance: Instance
}

/** Handlers for configs as records and as one tree of values. */
export function configHandlers({ instance }: ConfigParts) {
  const records = collection(configs, instance)
  const handlers: Handlers<typeof configContract> = {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    tree: ({ pattern }, call) =>
      answerAs(call, {
        text: () => jsonText(treeText(leaves(pattern, call), 'child')),
        value: () => collectTree(leaves(pattern, call), valueTreeBuilder()),
      }),
  }
  async function* leaves(pattern: string | undefined, call: CallContext) {
    for await (const found of inSlices(records.scan(pattern, call), SLICE))
      yield found.map(({ id, value }) => [id, expand(value)] as const)
  }
  return { handlers: { configs: handlers }, searched: [records] }
}

/** How many configs are added to a tree before other work gets the thread. Few, because a value may have a megabyte. */
const SLICE = 50
