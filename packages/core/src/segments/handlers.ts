import { checkConditions } from '../conditions/check-conditions.ts'
import type { ConditionEnvironment } from '../conditions/environment.ts'
import { loadPatterns } from '../conditions/load-patterns.ts'
import { usesPatterns } from '../conditions/uses.ts'
import { may } from '../machine/callers/caller.ts'
import { answerAs, jsonText } from '../machine/json/json-text.ts'
import { collection } from '../machine/records/collection.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { collectTree, treeBuilder } from '../machine/records/tree/tree.ts'
import { treeText } from '../machine/records/tree/tree-text.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import type { CallContext, Handlers } from '../operation.ts'
import { referableHandlers } from '../targeting/handlers.ts'
import { targetingHooks } from '../targeting/hooks.ts'
import { conditionsIn, kinds, type TargetingIntent } from '../targeting/target.ts'
import type { lintOperation, segmentContract } from './contract.ts'
import { explainSegment } from './explain-segment.ts'
import { segments } from './segment.ts'

/** The parts that segments need. */
export interface SegmentParts {
  readonly instance: Instance
  readonly live: LiveTargets
}

/** The segments and features in memory, which conditions refer to. */
interface LiveTargets {
  readonly environment: ConditionEnvironment
  ready(): Promise<void>
  applied(eventId: number): Promise<void>
}

/** Handlers for segments as records, and for testing them. */
export function segmentHandlers({ instance, live }: SegmentParts) {
  const targeting = targetingHooks(instance, 'segment')
  const records = collection<typeof segments, TargetingIntent>(
    segments,
    { ...instance, applied: live.applied },
    {
      async prepare(writing) {
        await checkConditions('The segment', conditionsIn(writing.next))
        return { record: writing.next, changes: await targeting.written(writing) }
      },
      planned: targeting.planned,
      remove: targeting.removed,
    },
  )

  async function* leaves(pattern: string | undefined, call: CallContext) {
    for await (const found of inSlices(records.scan(pattern, call), SLICE))
      yield found.map((segment) => [segment.id, { value: segment }] as const)
  }

  const handlers: Handlers<typeof segmentContract> = {
    ...referableHandlers(records, instance, 'segment'),
    async test({ id, body }, call) {
      const { record } = await records.load(id, 'R', call)
      await live.ready()
      const { caller } = call
      return explainSegment(record, {
        environment: { ...live.environment, ...(usesPatterns(record.when) && { patterns: await loadPatterns() }) },
        context: body,
        mayRead: (kind, id) => may(caller, 'R', kinds[kind].domain, id),
      })
    },
    tree: ({ pattern }, call) =>
      answerAs(call, {
        text: () => jsonText(treeText(leaves(pattern, call), 'member')),
        value: () => collectTree(leaves(pattern, call), treeBuilder()),
      }),
  }
  const lint: Handlers<{ lint: typeof lintOperation }>['lint'] = async (_, { caller }) =>
    (await import('../targeting/lint.ts')).lint(instance.store, caller)
  return { handlers: { segments: handlers, lint }, searched: [records] }
}

/** How many segments are added to a tree before other work gets the thread. Few, because a segment may be large. */
const SLICE = 50
