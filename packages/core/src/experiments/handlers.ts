import type { Context } from '../conditions/context.ts'
import { mapAnswer } from '../machine/answers/answer.ts'
import { checkKey } from '../machine/answers/idempotency-key.ts'
import { originOf } from '../machine/callers/origin.ts'
import { failure, problem, SignalboxError } from '../machine/errors/errors.ts'
import { answerAs, jsonText } from '../machine/json/json-text.ts'
import { compileWhere } from '../machine/keys/pattern.ts'
import { collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../machine/records/handlers.ts'
import type { Instance } from '../machine/records/hooks.ts'
import { collectTree, treeBuilder } from '../machine/records/tree/tree.ts'
import { treeText } from '../machine/records/tree/tree-text.ts'
import { inSlices } from '../machine/time/event-loop-turns.ts'
import { createRests, stepwise } from '../machine/time/yield-by-time.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Random, Report, Wait } from '../ports.ts'
import type { TargetingIntent } from '../targeting/target.ts'
import { checkNoneNamed } from '../uses/api-uses.ts'
import type { Assignment } from './assign.ts'
import type { experimentContract } from './contract.ts'
import { createDownloads } from './downloads.ts'
import { inEarlierForm, settleDescriptions } from './earlier-form.ts'
import { checkClient, createEligibility, type LiveAudiences } from './eligibility.ts'
import { clientData } from './erasure/client-data.ts'
import { createErasures } from './erasure/erasures.ts'
import { type Experiment, experiments, type VariantEvent } from './experiment.ts'
import { createAlone } from './recording/alone.ts'
import {
  boundVariant,
  type ClientFacts,
  choose,
  type EventKind,
  shippedVariant,
  withPopulation,
} from './recording/record-event.ts'
import { experimentHooks, loadTally } from './recording/record-hooks.ts'
import { createRecorder } from './recording/recorder.ts'
import type { Recording } from './recording/recording.ts'
import { type HourCounts, withPhase } from './recording/tally.ts'
import { uploadPhases } from './recording/upload-phases.ts'
import { createUploads } from './recording/uploads.ts'
import { writeBatch } from './recording/write-batch.ts'
import { layerResult } from './results/layer-result.ts'
import type { HourResult } from './results/result-schema.ts'
import { resultsOf } from './results/results.ts'
import { summarize } from './results/summarize.ts'
import type { ExperimentSummary } from './results/summary-schema.ts'
import { CLIENTS, fromStorageKey, HOURS, storageKey } from './storage-keys.ts'
import type { ExperimentTelemetry } from './telemetry.ts'

/** What the handlers of experiments are built from. */
export interface ExperimentParts {
  readonly instance: Instance
  readonly live: LiveAudiences
  /**
   * Waits until this process has applied an event. Data planes serve no bindings and events of clients, so recording does not
   * wait for them. @default that of the instance
   */
  readonly appliedHere?: Instance['applied']
  readonly random: Random
  readonly wait: Wait
  readonly report: Report
  readonly assignment: Assignment
  /** Whether responses include the fields that clients of the previous feature service expect. */
  readonly earlierForm: boolean
  readonly telemetry: ExperimentTelemetry
  /** Whether calls are only tried out: then interrupted erasures are not resumed. @default false */
  readonly isRehearsal?: boolean
}

/** Handlers of experiments: records with populations, recording of what clients see and do, results, nd-json. */
export function experimentHandlers(parts: ExperimentParts) {
  const { instance, assignment, earlierForm, appliedHere: applied = instance.applied } = parts
  const { store, clock, closing } = instance
  const eligibility = createEligibility(parts.live, parts.report)
  const alone = createAlone()
  const record = createRecorder({ ...parts, instance: { ...instance, applied }, eligibility, alone })
  const erasures = createErasures({ ...parts, ...instance, applied, alone })
  if (!parts.isRehearsal) erasures.resumeLater()
  const [downloads, uploads] = [createDownloads(store), createUploads(instance)]
  const records = collection<typeof experiments, TargetingIntent>(experiments, instance, {
    ...experimentHooks(instance, assignment),
    ...(earlierForm && { present: inEarlierForm, settle: settleDescriptions }),
  })
  const crud = crudHandlers(records)

  async function populated(experiment: Experiment): Promise<Experiment> {
    const { tally } = await loadTally(store, experiment.id)
    return { ...experiment, variants: experiment.variants.map((variant) => withPopulation(variant, tally)) }
  }

  const recorded =
    (kind: EventKind) =>
    async ({ id, clientId, body: context }: ClientCall, call: CallContext) => {
      const { idempotencyKey } = call
      checkKey(idempotencyKey)
      checkClient(context, clientId)
      const { event } = await record(id, { kind, clientId, context, idempotencyKey, origin: originOf(call) })
      return event as VariantEvent
    }

  const handlers: Handlers<typeof experimentContract> = {
    ...crud,
    async deleteMany(input, call) {
      const { plural: stored, domain } = experiments
      const removed = compileWhere([input.pattern, call.caller.patterns('D', domain)])
      await checkNoneNamed(store, { kind: 'experiment', plural: stored, isRemoved: removed.matches }, call.caller)
      return crud.deleteMany(input, call)
    },
    ...patchHandler(records),
    ...bulkHandlers(records),
    import: ({ body, ...options }, call) =>
      records.importAll(body, options, { call, intent: () => ({ pending: new Map() }) }),
    async list(query, call) {
      const { results, metadata } = await records.list(query, call)
      return { results: await Promise.all(results.map(populated)), metadata }
    },
    create: (input, call) => mapAnswer(crud.create(input, call), populated),
    get: ({ id }, call) => mapAnswer(records.get(id, call), populated),
    replace: ({ id, body, force }, call) =>
      mapAnswer(records.replace(id, body, { call, intent: { force } }), populated),
    patch: ({ id, body, force }, call) => mapAnswer(records.patch(id, body, { call, intent: { force } }), populated),
    async delete({ id }, call) {
      const { value: before } = await mapAnswer(records.get(id, call), populated)
      return mapAnswer(records.remove(id, { call }), (removed) => ({ ...removed, variants: before.variants }))
    },
    async export({ pattern }, call) {
      return populatedAll(records.scan(pattern, call))
    },
    displayed: recorded('displayed'),
    won: recorded('won'),
    record: ({ body }, call) => writeBatch(body.records, { record, call }),
    async variant({ id, clientId }, call) {
      const { value: experiment } = await records.get(id, call)
      const { tally } = await loadTally(store, id)
      const shipped = shippedVariant(experiment)
      if (shipped) return withPopulation(shipped, tally)
      const facts = (await store.get(CLIENTS, storageKey(id, clientId)))?.value as ClientFacts | undefined
      const bound = boundVariant({ experiment, tally }, facts ?? {})
      if (bound) return withPopulation(bound, tally)
      if (assignment !== 'classic') throw unbound(id, clientId)
      return withPopulation(choose(experiment, clientId, withPhase(tally, experiment.variants), assignment), tally)
    },
    async bindVariant({ id, clientId, body: context }, call) {
      checkClient(context, clientId)
      const { variant } = await record(id, { kind: 'bound', clientId, context, origin: originOf(call) })
      const { tally } = await loadTally(store, id)
      return withPopulation(variant, tally)
    },
    tree: ({ pattern, clientId }, call) => tree(pattern, { clientId }, call),
    treeWith({ pattern, clientId, body: context }, call) {
      checkClient(context, clientId)
      return tree(pattern, { clientId, context }, call)
    },
    async results({ id }, call) {
      const { value: experiment } = await records.get(id, call)
      const { tally } = await loadTally(store, id)
      const series: HourResult[] = []
      const rest = createRests({ clock, signals: [closing, call.signal] })
      for await (const { key, value } of store.scan(HOURS, { where: [storageKey(id, '*')] })) {
        await rest()
        series.push({ hour: fromStorageKey(key).name, variants: value as HourCounts })
      }
      const withEvents = assignment === 'classic'
      const results = await stepwise(resultsOf(experiment, tally, { series, now: clock(), withEvents }), rest)
      const layer = await layerResult(store, experiment, call.caller)
      return layer ? { ...results, layer } : results
    },
    async summary(query, call) {
      const { results, metadata } = await records.list(query, call)
      const summaries: ExperimentSummary[] = []
      const rest = createRests({ clock, signals: [closing, call.signal] })
      for (const experiment of results) {
        const { tally } = await loadTally(store, experiment.id)
        summaries.push(await stepwise(summarize(experiment, tally), rest))
      }
      return { results: summaries, metadata }
    },
    exportBindings: async ({ pattern }, call) => downloads.bindings(pattern, call),
    importBindings: ({ body }, call) => uploads.bindings(body, call),
    exportEvents: async ({ pattern }, call) => downloads.events(pattern, call),
    importEvents: ({ body }, call) => uploads.events(body, call),
    exportPhases: async ({ pattern }, call) => downloads.phases(pattern, call),
    importPhases: ({ body }, call) => uploadPhases(instance, body, call),
    client: ({ clientId }, call) => clientData(instance, clientId, call),
    eraseClient: ({ id, clientId }, call) => erasures.erase({ experimentId: id, clientId }, call),
    eraseClientFromAll: ({ clientId }, call) => erasures.erase({ clientId }, call),
  }

  function tree(pattern: string | undefined, client: TreeClient, call: CallContext) {
    return answerAs(call, {
      text: () => jsonText(treeText(leaves(pattern, client, call), 'member')),
      value: () => collectTree(leaves(pattern, client, call), treeBuilder()),
    })
  }

  async function* leaves(pattern: string | undefined, client: TreeClient, call: CallContext) {
    for await (const found of inSlices(records.scan(pattern, call), SLICE)) {
      const bound = found.map(async ({ id }) => {
        const { variant } = await record(id, { kind: 'bound', ...client, origin: originOf(call) })
        return [id, { variant: variant.id }] as const
      })
      yield (await Promise.all(bound.map(unlessClosed))).filter((leaf) => leaf !== undefined)
    }
  }

  async function* populatedAll(all: AsyncIterable<Experiment>): AsyncGenerator<Experiment> {
    for await (const experiment of all) yield populated(experiment)
  }

  return { handlers: { experiments: handlers }, searched: [records] }
}

/** NOT_FOUND: the client is not bound. */
const unbound = (id: string, clientId: string): SignalboxError =>
  failure(
    'NOT_FOUND',
    `Client ${clientId} is not bound to a variant of experiment ${id}: bind it with POST /api/experiments/${id}/variant`,
    problem('error.data.missing', clientId),
  )

/** A client as calls name it, with a context for the audience as the body. */
interface ClientCall {
  readonly id: string
  readonly clientId: string
  readonly body: Context
}

/** The client of a tree. */
type TreeClient = Pick<Recording, 'clientId' | 'context'>

/** How many experiments of a tree bind their client in parallel. */
const SLICE = 100

/** Returns `undefined` for an experiment that does not take the client or was deleted meanwhile: a tree leaves it out. */
async function unlessClosed<T>(leaf: Promise<T>): Promise<T | undefined> {
  try {
    return await leaf
  } catch (error) {
    if (error instanceof SignalboxError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return undefined
    throw error
  }
}
