import { demand } from '../access/caller.ts'
import { failure, notFound, problem } from '../errors.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Collection, Instance } from '../records/collection.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { Paging } from '../records/reads.ts'
import { toTree } from '../records/tree.ts'
import type { LiveScripts } from '../scripts/live.ts'
import type { ScriptRunner } from '../scripts/runner.ts'
import type { featureContract } from './contract.ts'
import { createDecider } from './decide.ts'
import type { Context, Environment } from './evaluate.ts'
import { compileFeature, needsScript } from './evaluate.ts'
import type { Feature } from './feature.ts'
import { features } from './feature.ts'
import type { LiveFeatures } from './live.ts'

interface FeaturePorts {
  readonly instance: Instance
  readonly live: LiveFeatures
  readonly environment: Environment
  readonly runner: ScriptRunner
  readonly scripts: LiveScripts
}

/** Features as records, and their evaluation out of the live index. */
export function featureHandlers({ instance, live, environment, runner, scripts }: FeaturePorts) {
  const decider = createDecider({ environment, runner, scripts })
  const following: Instance = {
    ...instance,
    applied: live.applied,
  }
  const records = collection(features, following, {
    prepare(feature, current) {
      if (feature.activationStrategy !== 'SCRIPT' || isSameScript(feature, current)) return { record: feature }
      return runner.check(feature.parameters, '/parameters/script').then(() => ({ record: feature }))
    },
  })

  async function check(id: string, context: Context | undefined, explained = false) {
    if (!live.isLoaded) await live.ready()
    const found = live.find(id)
    if (!found) throw notFound('feature', id)
    if (explained) return (await decider.explain([found], context))[0]!
    if (!needsScript(found)) return { active: found.isActive(context) }
    const [active = false] = await decider.areActive([found], context)
    return { active }
  }

  async function withActive(list: readonly Feature[], context: Context | undefined): Promise<Feature[]> {
    await live.ready()
    const compiled = list.map((feature) => live.find(feature.id) ?? compileFeature(feature, environment))
    const active = await decider.areActive(compiled, context)
    return list.map((feature, i) => ({ ...feature, active: active[i] === true }))
  }

  async function list(paging: Paging, context: Context | undefined, call: CallContext) {
    const { results, metadata } = await records.list(paging, call)
    return { results: await withActive(results, context), metadata }
  }

  async function tree(pattern = '*', context: Context | undefined, { caller }: CallContext) {
    await live.ready()
    const found = [...live.matching(pattern, caller.patterns('R', 'Feature'))]
    const active = await decider.areActive(found, context)
    return toTree(found.map(({ feature }, i) => [feature.id, { active: active[i] }]))
  }

  const handlers: Handlers<typeof featureContract> = {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    list: ({ active, ...paging }, call) => (active ? list(paging, undefined, call) : records.list(paging, call)),
    check: ({ id, explain }) => check(id, undefined, explain),
    checkWith: ({ id, body, explain }) => check(id, body, explain),
    checkMany: ({ body, ...paging }, call) => list(paging, body, call),
    tree: ({ pattern }, call) => tree(pattern, undefined, call),
    treeWith: ({ pattern, body }, call) => tree(pattern, body, call),
    async nested({ pattern, active }, call) {
      const found: Feature[] = []
      for await (const feature of records.scan(pattern, call)) found.push(feature)
      const shown = active ? await withActive(found, undefined) : found
      return toTree(shown.map((feature) => [feature.id, { value: feature }]))
    },
    copy: async ({ body }, call) => ({ features: await copyBelow(records, body, call) }),
  }
  return { handlers, records, decider }
}

/** Whether a feature has the very script that was checked before. */
const isSameScript = (feature: Feature, other: Feature | undefined): boolean =>
  JSON.stringify(feature.parameters) === JSON.stringify(other?.parameters)

/**
 * Copies `from` and all below it that the caller may read; the ids are taken first, so that a copy into itself ends.
 * Refused as a whole when one copy would be where the caller may not create.
 */
async function copyBelow(
  records: Collection<typeof features>,
  { from, to, default: enabled }: { from: string; to: string; default: boolean },
  call: CallContext,
): Promise<Feature[]> {
  demand(call.caller, 'R', 'Feature', from)
  demand(call.caller, 'C', 'Feature', to)
  const targets = new Map<string, string>()
  for await (const { id } of records.scan(`${from},${from}:*`, call)) targets.set(id, to + id.slice(from.length))
  if (targets.size === 0) throw notFound('feature', from)
  for (const target of targets.values()) {
    demand(call.caller, 'C', 'Feature', target)
    if (target.length > 512)
      throw failure('INVALID', `${target} would be longer than 512 characters`, problem('error.length.maximum', 512))
  }

  const created: Feature[] = []
  for (const [source, id] of targets) {
    const found = await records.find(source)
    if (!found) continue
    const copy = await records.create({ ...found.record, id, enabled }, call).catch(skipExisting)
    if (copy) created.push(copy)
  }
  return created
}

function skipExisting(error: { code?: string }): undefined {
  if (error.code !== 'CONFLICT') throw error
}
