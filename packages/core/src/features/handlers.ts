import { failure, notFound, problem } from '../errors.ts'
import type { Handlers } from '../operation.ts'
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
  const records = collection(features, instance, live.applied)

  const isActive = async (one: CompiledFeature, context: Context | undefined): Promise<boolean> =>
    needsScript(one) ? (await explainScript(one, scripts, context)).active : one.isActive(context)

  async function check(id: string, context: Context | undefined, explained = false) {
    if (!live.isLoaded) await live.ready()
    const one = live.find(id)
    if (!one) throw notFound('feature', id)
    if (!explained) return { active: needsScript(one) ? await isActive(one, context) : one.isActive(context) }
    if (needsScript(one)) return explainScript(one, scripts, context)
    return { active: one.isActive(context), explanation: explain(one, environment, context) }
  }

  const withActive = async (feature: Feature, context: Context | undefined): Promise<Feature> => {
    const one = live.find(feature.id) ?? compileFeature(feature, environment)
    return { ...feature, active: await isActive(one, context) }
  }

  async function list(paging: Paging, context: Context | undefined) {
    await live.ready()
    const { results, metadata } = await records.list(paging)
    return { results: await Promise.all(results.map((feature) => withActive(feature, context))), metadata }
  }

  async function tree(pattern = '*', context?: Context) {
    await live.ready()
    const leaves: [string, { active: boolean }][] = []
    for (const one of live.matching(pattern))
      leaves.push([one.feature.id, { active: needsScript(one) ? await isActive(one, context) : one.isActive(context) }])
    return toTree(leaves)
  }

  const handlers: Handlers<typeof featureContract> = {
    ...crudHandlers(records),
    ...patchHandler(records),
    ...bulkHandlers(records),
    list: ({ active, ...paging }) => (active ? list(paging, undefined) : records.list(paging)),
    check: ({ id, explain }) => check(id, undefined, explain),
    checkWith: ({ id, body, explain }) => check(id, body, explain),
    checkMany: ({ body, ...paging }) => list(paging, body),
    tree: ({ pattern }) => tree(pattern),
    treeWith: ({ pattern, body }) => tree(pattern, body),
    async nested({ pattern, active }) {
      await live.ready()
      const leaves: [string, { value: Feature }][] = []
      for await (const feature of records.scan(pattern))
        leaves.push([feature.id, { value: active ? await withActive(feature, undefined) : feature }])
      return toTree(leaves)
    },
    copy: async ({ body }) => ({ features: await copyBelow(records, body) }),
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

/** Copies `from` and all below it; the ids are taken first, so that a copy into itself ends. */
async function copyBelow(
  records: Collection<typeof features>,
  { from, to, default: enabled }: { from: string; to: string; default: boolean },
): Promise<Feature[]> {
  const sources: string[] = []
  for await (const { id } of records.scan(`${from},${from}:*`)) sources.push(id)
  if (sources.length === 0) throw notFound('feature', from)
  const tooLong = sources.find((id) => id.length - from.length + to.length > 512)
  if (tooLong)
    throw failure(
      'INVALID',
      `The copy of ${tooLong} would have an id longer than 512 characters`,
      problem('error.length.maximum', 512),
    )

  const created: Feature[] = []
  for (const id of sources) {
    const source = await records.find(id)
    if (!source) continue
    const copy = { ...source.record, id: to + id.slice(from.length), enabled }
    const made = await records.create(copy).catch(skipExisting)
    if (made) created.push(made)
  }
  return created
}

function skipExisting(error: { code?: string }): undefined {
  if (error.code !== 'CONFLICT') throw error
}
