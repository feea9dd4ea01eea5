import { demand } from '../access/caller.ts'
import { failure, notFound, problem } from '../errors.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { ScriptEngine } from '../ports.ts'
import type { Collection, Instance, Paging } from '../records/collection.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import { toTree } from '../records/tree.ts'
import type { featureContract } from './contract.ts'
import type { CompiledFeature, Context, Environment, Explanation } from './evaluate.ts'
import { compileFeature, explain, explanation, needsScript } from './evaluate.ts'
import type { Feature } from './feature.ts'
import { features } from './feature.ts'
import type { LiveFeatures } from './live.ts'

interface FeaturePorts {
  readonly instance: Instance
  readonly live: LiveFeatures
  readonly environment: Environment
  readonly scripts?: ScriptEngine | undefined
}

/** Features as records, and their evaluation out of the live index. */
export function featureHandlers({ instance, live, environment, scripts }: FeaturePorts) {
  const records = collection(features, {
    ...instance,
    async applied(eventId) {
      await live.ready()
      await instance.applied(eventId)
    },
  })

  async function compiled(id: string): Promise<CompiledFeature> {
    await live.ready()
    const found = live.find(id)
    if (!found) throw notFound('feature', id)
    return found
  }

  const isActive = async (one: CompiledFeature, context: Context | undefined): Promise<boolean> =>
    needsScript(one) ? (await explainScript(one, scripts, context)).active : one.isActive(context)

  async function check(id: string, context: Context | undefined, explained = false) {
    const one = await compiled(id)
    if (!explained) return { active: await isActive(one, context) }
    if (needsScript(one)) return explainScript(one, scripts, context)
    return { active: one.isActive(context), explanation: explain(one, environment, context) }
  }

  const withActive = async (feature: Feature, context: Context | undefined): Promise<Feature> => {
    const one = live.find(feature.id) ?? compileFeature(feature, environment)
    return { ...feature, active: await isActive(one, context) }
  }

  async function list(paging: Paging, context: Context | undefined, call: CallContext) {
    await live.ready()
    const { results, metadata } = await records.list(paging, call)
    return { results: await Promise.all(results.map((feature) => withActive(feature, context))), metadata }
  }

  async function tree(pattern = '*', context: Context | undefined, { caller }: CallContext) {
    await live.ready()
    const leaves: [string, { active: boolean }][] = []
    for (const one of live.matching(pattern, caller.patterns('R', 'Feature')))
      leaves.push([one.feature.id, { active: needsScript(one) ? await isActive(one, context) : one.isActive(context) }])
    return toTree(leaves)
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
      await live.ready()
      const leaves: [string, { value: Feature }][] = []
      for await (const feature of records.scan(pattern, call))
        leaves.push([feature.id, { value: active ? await withActive(feature, undefined) : feature }])
      return toTree(leaves)
    },
    copy: async ({ body }, call) => ({ features: await copyBelow(records, body, call) }),
  }
  return { handlers, records }
}

type Checked = { active: boolean; explanation: Explanation }

/** What a script says; without a context or an engine, that it could not be asked. */
async function explainScript(
  { feature }: CompiledFeature,
  scripts: ScriptEngine | undefined,
  context: Context | undefined,
): Promise<Checked> {
  const failed = (errorCode: Explanation['errorCode'], message: string): Checked => ({
    active: false,
    explanation: explanation(feature, 'ERROR', { errorCode, message }),
  })
  if (!context) return failed('TARGETING_KEY_MISSING', 'The script needs a context')
  if (feature.activationStrategy !== 'SCRIPT') return failed('GENERAL', 'Global scripts cannot be run by this instance')
  if (!scripts) return failed('GENERAL', 'No script engine is configured: pass one as `scripts`')
  try {
    const { active, logs } = await scripts({ ...feature.parameters, context })
    return { active, explanation: explanation(feature, active ? 'TARGETING_MATCH' : 'DEFAULT', { logs }) }
  } catch (error) {
    return failed('GENERAL', error instanceof Error ? error.message : String(error))
  }
}

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
