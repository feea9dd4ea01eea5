import { checkConditions } from '../conditions/check-conditions.ts'
import { whenKnown } from '../machine/answers/when-known.ts'
import { notFound } from '../machine/errors/errors.ts'
import { answerAs, jsonText } from '../machine/json/json-text.ts'
import { collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers } from '../machine/records/handlers.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { collectTree, valueTreeBuilder } from '../machine/records/tree/tree.ts'
import { treeText } from '../machine/records/tree/tree-text.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import type { CallContext, Handlers } from '../operation.ts'
import { flagIds } from '../targeting/flag-ids.ts'
import { targetingHooks } from '../targeting/hooks.ts'
import { conditionsIn, type TargetingIntent } from '../targeting/target.ts'
import { checkValuesOf } from './check-values.ts'
import { configs } from './config.ts'
import type { configContract } from './contract.ts'
import type { CompiledConfig } from './evaluate.ts'
import { collectEvaluations, evaluationsText, ownEvaluation } from './evaluations.ts'
import { expand } from './expand.ts'

/** The parts that configs need. */
export interface ConfigParts {
  readonly instance: Instance
  readonly live: LiveConfigs
}

/** The configs in memory. */
interface LiveConfigs {
  findConfig(id: string): CompiledConfig | undefined
  configSlices(where: readonly string[], size: number): AsyncIterable<readonly CompiledConfig[]>
  readonly isLoaded: boolean
  ready(): Promise<void>
  applied(eventId: number): Promise<void>
}

/** Handlers for configs as records, for their evaluation, and for them as one tree of values. */
export function configHandlers({ instance, live }: ConfigParts) {
  const targeting = targetingHooks(instance, 'config')
  const ids = flagIds(instance.store, 'config')
  const records = collection<typeof configs, TargetingIntent>(
    configs,
    { ...instance, applied: live.applied },
    {
      prepare(writing) {
        const { next: record, current } = writing
        return whenKnown(checkConditions('The config', conditionsIn(record)), () =>
          whenKnown(checkValuesOf(record, current), () =>
            whenKnown(targeting.written(writing), (ofTarget) =>
              whenKnown(ids.written(writing), (ofFlag) => ({ record, changes: [...ofTarget, ...ofFlag] })),
            ),
          ),
        )
      },
      planned(config, intent) {
        targeting.planned(config, intent)
        ids.planned(intent)
      },
      remove: targeting.removed,
    },
  )
  const handlers: Handlers<typeof configContract> = {
    ...crudHandlers(records),
    ...bulkHandlers(records),
    create: ({ body, force }, call) => records.create(body, { call, intent: { force } }),
    replace: ({ id, body, force }, call) => records.replace(id, body, { call, intent: { force } }),
    patch: ({ id, body, force }, call) => records.patch(id, body, { call, intent: { force } }),
    import: ({ body, force, ...options }, call) =>
      records.importAll(body, options, { call, intent: () => ({ force, pending: new Map() }) }),
    async evaluate({ id, body }) {
      if (!live.isLoaded) await live.ready()
      const found = live.findConfig(id)
      if (!found) throw notFound('config', id)
      return ownEvaluation(found, body)
    },
    async evaluateAll({ pattern = '*', body }, call) {
      await live.ready()
      const slices = live.configSlices([pattern, call.caller.patterns('R', 'Config')], SLICE)
      return answerAs(call, {
        text: () => jsonText(evaluationsText(slices, body)),
        value: () => collectEvaluations(slices, body),
      })
    },
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

/**
 * How many configs are evaluated or added to a tree before other work gets the thread. Few, because a value may have a
 * megabyte.
 */
const SLICE = 50
