import { checkConditions } from '../conditions/check-conditions.ts'
import type { Context } from '../conditions/context.ts'
import { whenKnown } from '../machine/answers/when-known.ts'
import { askerOf, type Caller, demand } from '../machine/callers/caller.ts'
import { failure, notFound, type Problem, problem } from '../machine/errors/errors.ts'
import type { JsonObject } from '../machine/json/json.ts'
import { answerAs, jsonText } from '../machine/json/json-text.ts'
import { type Collection, collection } from '../machine/records/collection.ts'
import { patchManyHandler } from '../machine/records/handlers.ts'
import type { Instance, Prepared } from '../machine/records/hooks.ts'
import type { Paging } from '../machine/records/reads.ts'
import { collectTree, type Leaf, treeBuilder } from '../machine/records/tree/tree.ts'
import { treeText } from '../machine/records/tree/tree-text.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import type { CallContext, Handlers, Output } from '../operation.ts'
import type { Change } from '../ports.ts'
import type { LiveScripts } from '../scripts/live.ts'
import { createMarks, demandAdmin, needingMark, type Trusted } from '../scripts/marks.ts'
import type { ScriptRunner } from '../scripts/runner.ts'
import { type FlagIds, flagIds } from '../targeting/flag-ids.ts'
import { referableHandlers } from '../targeting/handlers.ts'
import { targetingHooks } from '../targeting/hooks.ts'
import { conditionsIn, type TargetingIntent } from '../targeting/target.ts'
import { type Authors, isSameScript, isScript } from './authors.ts'
import type { featureContract } from './contract.ts'
import { createDecide, type Decider } from './decide.ts'
import { inEarlierForm, settleHours } from './earlier-form.ts'
import { needsScript } from './evaluate.ts'
import { type Feature, features } from './feature.ts'
import { heardOf } from './heard.ts'
import type { LiveFeatures } from './live.ts'
import { localized } from './localized.ts'
import type { Environment } from './strategies/strategy.ts'
import type { FeatureTelemetry } from './telemetry.ts'

/** The parts that features need. */
export interface FeatureParts {
  readonly instance: Instance
  readonly live: LiveFeatures
  readonly environment: Environment
  readonly runner: ScriptRunner
  readonly scripts: LiveScripts
  readonly authors: Authors
  /** Whether responses have the members that clients of the previous feature service expect. */
  readonly earlierForm: boolean
  /** The most scripts that a call runs. */
  readonly mostScripts: number
  readonly telemetry: FeatureTelemetry
}

/** Handlers for features as records, and for their evaluation from the live index. */
export function featureHandlers(ports: FeatureParts) {
  const { instance, live, environment, runner, authors, earlierForm } = ports
  const heard = heardOf(live, instance.clock)
  const marks = createMarks(instance)
  const decide = createDecide({ ...ports, marks })
  const following: Instance = {
    ...instance,
    applied: live.applied,
  }
  const targeting = targetingHooks(instance, 'feature')
  const ids = flagIds(instance.store, 'feature')
  const records = collection<typeof features, TargetingIntent>(features, following, {
    ...(earlierForm && { present: inEarlierForm, settle: settleHours }),
    prepare(writing) {
      const { next, current, call } = writing
      const { caller } = call
      const feature = localized(next, environment.zone)
      const writingThis = feature === next ? writing : { ...writing, next: feature }
      return whenKnown(checkConditions('The feature', conditionsIn(feature)), () => {
        demandScript(feature, current, caller)
        return whenKnown(targeting.written(writingThis), (ofTarget) =>
          whenKnown(ids.written(writingThis), (ofFlag): Prepared<Feature> | Promise<Prepared<Feature>> => {
            const changes = ofTarget.length === 0 ? ofFlag : [...ofTarget, ...ofFlag]
            return isScript(feature) || isScript(current)
              ? withScript(feature, current, { caller, changes })
              : { record: feature, changes }
          }),
        )
      })
    },
    planned(feature, intent) {
      targeting.planned(feature, intent)
      ids.planned(intent)
    },
    async remove(removal) {
      const { record: feature, call } = removal
      const { changes = [] } = await targeting.removed(removal)
      return {
        changes: [
          ...changes,
          ...(await authors.changes(undefined, feature, call.caller)),
          ...(await marks.changes(undefined, trusted(feature), call.caller)),
        ],
      }
    },
  })

  async function withScript(
    feature: Feature,
    current: Feature | undefined,
    { caller, changes }: { readonly caller: Caller; readonly changes: readonly Change[] },
  ) {
    const marked = await marks.changes(trusted(feature), trusted(current), caller)
    if (isScript(feature) && !isSameScript(feature, current))
      await runner.check({ ...feature.parameters, ...askerOf(caller) }, '/parameters/script')
    return { record: feature, changes: [...changes, ...(await authors.changes(feature, current, caller)), ...marked] }
  }

  /** At once, if the features are loaded and the one that is asked for needs no script. */
  function check(id: string, context: Context | undefined, how: Checked): CheckResult | Promise<CheckResult> {
    if (!live.isLoaded) return live.ready().then(() => check(id, context, how))
    const { explained = false, call } = how
    const found = live.find(id)
    if (!found) throw notFound('feature', id)
    if (explained)
      return decide(context, call)
        .explain([found])
        .then(([one]) => answered(id, one!, call))
    if (!needsScript(found)) return answered(id, { active: found.isActive(context) }, call)
    return decide(context, call)
      .areActive([found])
      .then(([active = false]) => answered(id, { active }, call))
  }

  function answered(id: string, result: CheckResult, { caller }: CallContext): CheckResult {
    heard.one(caller, id, result.active)
    return result
  }

  async function withActive(list: readonly Feature[], { areActive }: Decider): Promise<Feature[]> {
    await live.ready()
    const compiled = list.map((feature) => live.find(feature.id) ?? live.compile(feature))
    const active = await areActive(compiled)
    return list.map((feature, i) => ({ ...feature, active: active[i] === true }))
  }

  async function list(paging: Paging, context: Context | undefined, call: CallContext) {
    const { results, metadata } = await records.list(paging, call)
    const checked = await withActive(results, decide(context, call))
    for (const { id, active } of checked) heard.one(call.caller, id, active === true)
    return { results: checked, metadata }
  }

  async function* leaves(pattern: string, { areActive }: Decider, { caller }: CallContext) {
    await live.ready()
    heard.all(caller, pattern)
    for await (const found of live.slices([pattern, caller.patterns('R', 'Feature')], SLICE)) {
      const active = await areActive(found)
      yield found.map(({ feature }, i) => [feature.id, { active: active[i] }] as const)
    }
  }

  async function* wholeLeaves(pattern: string | undefined, decider: Decider | undefined, call: CallContext) {
    for await (const found of inSlices(records.scan(pattern, call), SLICE)) {
      const shown = decider ? await withActive(found, decider) : found
      yield shown.map((feature) => [feature.id, { value: feature }] as const)
    }
  }

  const tree = (slices: AsyncIterable<readonly Leaf<JsonObject>[]>, call: CallContext) =>
    answerAs(call, {
      text: () => jsonText(treeText(slices, 'member')),
      value: () => collectTree(slices, treeBuilder()),
    })

  const stored = referableHandlers(records, instance, 'feature')
  const handlers: Handlers<typeof featureContract> = {
    ...stored,
    export(input, call) {
      heard.all(call.caller, input.pattern)
      return stored.export(input, call)
    },
    list: ({ active, ...paging }, call) => (active ? list(paging, undefined, call) : records.list(paging, call)),
    check: ({ id, explain }, call) => check(id, undefined, { explained: explain, call }),
    checkWith: ({ id, body, explain }, call) => check(id, body, { explained: explain, call }),
    checkMany: ({ body, ...paging }, call) => list(paging, body, call),
    tree: ({ pattern = '*' }, call) => tree(leaves(pattern, decide(undefined, call), call), call),
    treeWith: ({ pattern = '*', body }, call) => tree(leaves(pattern, decide(body, call), call), call),
    nested({ pattern, active }, call) {
      heard.all(call.caller, pattern)
      return tree(wholeLeaves(pattern, active ? decide(undefined, call) : undefined, call), call)
    },
    async askers({ id }) {
      if (!(await records.find(id))) throw notFound('feature', id)
      return { askers: heard.askersOf(id) }
    },
    patchMany: ({ body, force }, call) =>
      patchManyHandler(records)(body, { call, intent: () => ({ force, pending: new Map() }) }),
    copy: async ({ body }, call) => ({ features: await copyBelow({ records, ids }, body, call) }),
  }
  return { handlers: { features: handlers }, searched: [records] }
}

/** How many features of a tree are evaluated before other work gets the thread: some milliseconds. */
const SLICE = 500

type CheckResult = Output<(typeof featureContract)['check']>

/** The options of a check. */
interface Checked {
  readonly explained?: boolean | undefined
  readonly call: CallContext
}

/** The script of a feature, if only admins may write it. */
const trusted = (feature: Feature | undefined): Trusted | undefined =>
  isScript(feature) ? needingMark({ kind: 'Feature', id: feature.id, source: feature.parameters }) : undefined

/**
 * Throws FORBIDDEN if the caller refers to a global script they may not read, whether it exists or not, because the
 * feature would run it for them.
 */
function demandScript(feature: Feature, current: Feature | undefined, caller: Caller): void {
  if (feature.activationStrategy !== 'GLOBAL_SCRIPT') return
  const { ref } = feature.parameters
  if (current?.activationStrategy === 'GLOBAL_SCRIPT' && current.parameters.ref === ref) return
  demand(caller, 'R', 'Script', ref)
}

/**
 * Copies `from` and every feature below it that the caller may read. The ids are read first, so that a copy into itself
 * ends. Copies nothing if the caller may not create one of the copies, or may not read a script that a copy would run.
 */
async function copyBelow(
  { records, ids }: { readonly records: Collection<typeof features, TargetingIntent>; readonly ids: FlagIds },
  { from, to, default: enabled }: { from: string; to: string; default: boolean },
  call: CallContext,
): Promise<Feature[]> {
  demand(call.caller, 'R', 'Feature', from)
  demand(call.caller, 'C', 'Feature', to)
  const targets = new Map<string, string>()
  for await (const feature of records.scan(`${from},${from}:*`, call)) {
    demandScript(feature, undefined, call.caller)
    const script = trusted(feature)
    if (script) demandAdmin(script, call.caller)
    targets.set(feature.id, to + feature.id.slice(from.length))
  }
  if (targets.size === 0) throw notFound('feature', from)
  for (const target of targets.values()) {
    demand(call.caller, 'C', 'Feature', target)
    if (target.length > 512)
      throw failure(
        'INVALID',
        `The id ${target} would be longer than 512 characters: copy to a shorter id`,
        problem('error.length.maximum', 512),
      )
  }

  for (const id of targets.values()) if (!(await records.find(id))) await ids.written({ next: { id }, call })

  const created: Feature[] = []
  for (const [source, id] of targets) {
    const found = await records.find(source)
    if (!found) continue
    const copy = await records.create({ ...found.record, id, enabled }, { call }).catch(skipExisting)
    if (copy) created.push(copy.value)
  }
  return created
}

function skipExisting(error: { code?: string; errors?: readonly Problem[] }): undefined {
  if (error.code !== 'CONFLICT' || error.errors?.[0]?.message !== 'error.data.exists') throw error
}
