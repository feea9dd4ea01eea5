import { mapAnswer } from '../answer.ts'
import { checkConditions } from '../conditions/check-conditions.ts'
import { failure, notFound, problem, SignalboxError } from '../errors.ts'
import { answerAs, jsonText } from '../json-text.ts'
import { compileWhere } from '../keys/pattern.ts'
import { notValid } from '../not-valid.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Random, Wait } from '../ports.ts'
import { collection } from '../records/collection.ts'
import { bulkHandlers, crudHandlers, patchHandler } from '../records/handlers.ts'
import type { Along, Instance, Prepared, Removal, Writing } from '../records/hooks.ts'
import { collectTree, treeBuilder } from '../records/tree.ts'
import { treeText } from '../records/tree-text.ts'
import { createRests, stepwise } from '../rests.ts'
import { targetingHooks } from '../targeting/hooks.ts'
import type { TargetingIntent } from '../targeting/target.ts'
import { conditionsIn } from '../targeting/target.ts'
import { localTimestamp } from '../time.ts'
import { inSlices } from '../turns.ts'
import { checkNoneNamed, releaseRecord } from '../uses/api-uses.ts'
import type { Assignment } from './assign.ts'
import type { experimentContract } from './contract.ts'
import { createDownloads } from './downloads.ts'
import { inEarlierForm, settleDescriptions } from './earlier-form.ts'
import type { Experiment, VariantEvent } from './experiment.ts'
import { experiments } from './experiment.ts'
import { changesOfLayer, changesOfLeaving } from './layer-ranges.ts'
import { recordBatch } from './record-batch.ts'
import type { ClientFacts, EventKind } from './record-event.ts'
import { boundVariant, choose, withPopulation } from './record-event.ts'
import { createRecorder } from './recorder.ts'
import type { HourResult } from './result-schema.ts'
import { resultsOf } from './results.ts'
import { ANSWERS, CLIENTS, EVENTS, fromStorageKey, HOURS, storageKey, TALLIES } from './storage-keys.ts'
import { summarize } from './summarize.ts'
import type { ExperimentSummary } from './summary-schema.ts'
import type { HourCounts, Tally } from './tally.ts'
import { countOf, emptyTally, unbindAll, withPhase } from './tally.ts'
import { uploadPhases } from './upload-phases.ts'
import { createUploads } from './uploads.ts'

/** What the handlers of experiments are built from. */
export interface ExperimentParts {
  readonly instance: Instance
  /**
   * Waits until this process has applied an event. Data planes serve no bindings and events of clients, so recording does not
   * wait for them. @default that of the instance
   */
  readonly appliedHere?: Instance['applied']
  readonly random: Random
  readonly wait: Wait
  readonly assignment: Assignment
  /** Whether responses include the fields that clients of the previous feature service expect. */
  readonly earlierForm: boolean
}

/** Options of a write: `force` removes variants together with their bindings. */
type ExperimentIntent = TargetingIntent

/** Handlers of experiments: records with populations, recording of what clients see and do, results, nd-json. */
export function experimentHandlers(parts: ExperimentParts) {
  const { instance, random, wait, assignment, earlierForm, appliedHere: applied = instance.applied } = parts
  const { store, clock, zone, closing } = instance
  const record = createRecorder({ instance: { ...instance, applied }, random, wait, assignment })
  const targeting = targetingHooks(store, 'experiment')
  const [downloads, uploads] = [createDownloads(store), createUploads(instance)]
  const records = collection<typeof experiments, ExperimentIntent>(experiments, instance, {
    prepare,
    planned: targeting.planned,
    remove: takeAlong,
    ...(earlierForm && { present: inEarlierForm, settle: settleDescriptions }),
  })
  const crud = crudHandlers(records)

  async function loadTally(id: string): Promise<{ tally: Tally; version: string | null }> {
    const found = await store.get(TALLIES, id)
    return { tally: (found?.value as Tally | undefined) ?? emptyTally, version: found?.version ?? null }
  }

  async function populated(experiment: Experiment): Promise<Experiment> {
    const { tally } = await loadTally(experiment.id)
    return { ...experiment, variants: experiment.variants.map((variant) => withPopulation(variant, tally)) }
  }

  async function prepare(writing: Writing<Experiment, ExperimentIntent>): Promise<Prepared<Experiment>> {
    const { next, current, call, intent } = writing
    await checkConditions('The experiment', conditionsIn(next))
    if (assignment === 'classic') checkClassic(next)
    const { changes = [] } = await keepBound(writing)
    const pending = [...(intent?.pending?.values() ?? [])] as Experiment[]
    const ofLayer = await changesOfLayer(store, { next, current, caller: call.caller, pending })
    return { record: next, changes: [...changes, ...(await targeting.written(writing)), ...ofLayer] }
  }

  /** Rejects the removal of variants that have bound clients. With `force` it removes them and their bindings. */
  async function keepBound({ next, current, intent }: Writing<Experiment, ExperimentIntent>): Promise<Along> {
    const gone = (current?.variants ?? []).filter(({ id }) => !next.variants.some((variant) => variant.id === id))
    if (gone.length === 0) return {}
    const { tally, version } = await loadTally(next.id)
    const bound = gone.filter(({ id }) => countOf(tally, id).population > 0).map(({ id }) => id)
    if (bound.length > 0 && !intent?.force)
      throw failure(
        'CONFLICT',
        `Variants of experiment ${next.id} with bound clients cannot be removed: ${bound.join(', ')}; keep them, or pass force=true to remove their bindings too`,
        problem('error.variant.bound', ...bound),
      )
    const ids = gone.map(({ id }) => id)
    const put = {
      op: 'put',
      collection: TALLIES,
      key: next.id,
      value: unbindAll(tally, ids),
      expected: version,
    } as const
    return { changes: [put] }
  }

  /** Deletes everything that belongs to an experiment along with it, and nothing of other experiments. CONFLICT if APIs name it. */
  async function takeAlong(removal: Removal<Experiment, ExperimentIntent>): Promise<Along> {
    const { record } = removal
    const { id } = record
    const { caller } = removal.call
    const { version } = await loadTally(id)
    const count = await store.count(EVENTS, { where: [storageKey(id, '*')] })
    const prefix = storageKey(id, '')
    return {
      changes: [
        ...(await releaseRecord(store, { kind: 'experiment', id }, { caller })),
        ...((await targeting.removed(removal)).changes ?? []),
        ...changesOfLeaving(record),
        version === null
          ? { op: 'check', collection: TALLIES, key: id, expected: null }
          : { op: 'delete', collection: TALLIES, key: id, expected: version },
        ...[CLIENTS, EVENTS, HOURS, ANSWERS].map((name) => ({ op: 'deletePrefix', collection: name, prefix }) as const),
      ],
      events: [
        {
          type: 'EXPERIMENT_VARIANT_EVENT_DELETED',
          key: id,
          domain: 'Experiment',
          payload: { experimentId: id, count },
          timestamp: localTimestamp(clock(), zone),
          ...(caller.authInfo && { authInfo: caller.authInfo }),
        },
      ],
    }
  }

  const recorded =
    (kind: EventKind) =>
    async ({ id, clientId }: { id: string; clientId: string }, call: CallContext) => {
      const { idempotencyKey, caller } = call
      checkKey(idempotencyKey)
      const { event } = await record(id, { kind, clientId, idempotencyKey, authInfo: caller.authInfo })
      return event as VariantEvent
    }

  const handlers: Handlers<typeof experimentContract> = {
    ...crud,
    async deleteMany(input, call) {
      const { plural: stored, domain } = experiments
      const removed = compileWhere([input.pattern, call.caller.patterns('D', domain)])
      await checkNoneNamed(store, { kind: 'experiment', stored, isRemoved: removed.matches }, call.caller)
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
    record: ({ body }, { caller }) => recordBatch(body.records, { record, caller }),
    async variant({ id, clientId }, call) {
      const { value: experiment } = await records.get(id, call)
      const { tally } = await loadTally(id)
      const facts = (await store.get(CLIENTS, storageKey(id, clientId)))?.value as ClientFacts | undefined
      const bound = boundVariant({ experiment, tally }, facts ?? {})
      if (bound) return withPopulation(bound, tally)
      if (assignment !== 'classic') throw notFound(`variant of experiment ${id} for the client`, clientId)
      return withPopulation(choose(experiment, clientId, withPhase(tally, experiment.variants), assignment), tally)
    },
    tree: ({ pattern, clientId }, call) =>
      answerAs(call, {
        text: () => jsonText(treeText(leaves(pattern, clientId, call), 'member')),
        value: () => collectTree(leaves(pattern, clientId, call), treeBuilder()),
      }),
    async results({ id }, call) {
      const { value: experiment } = await records.get(id, call)
      const { tally } = await loadTally(id)
      const series: HourResult[] = []
      const rest = createRests({ clock, signals: [closing, call.signal] })
      for await (const { key, value } of store.scan(HOURS, { where: [storageKey(id, '*')] })) {
        await rest()
        series.push({ hour: fromStorageKey(key).name, variants: value as HourCounts })
      }
      const withEvents = assignment === 'classic'
      return stepwise(resultsOf(experiment, tally, { series, now: clock(), withEvents }), rest)
    },
    async summary(query, call) {
      const { results, metadata } = await records.list(query, call)
      const summaries: ExperimentSummary[] = []
      const rest = createRests({ clock, signals: [closing, call.signal] })
      for (const experiment of results) {
        const { tally } = await loadTally(experiment.id)
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
  }

  async function* leaves(pattern: string | undefined, clientId: string, call: CallContext) {
    for await (const found of inSlices(records.scan(pattern, call), SLICE)) {
      const bound = found.map(async ({ id }) => {
        const { variant } = await record(id, { kind: 'bound', clientId, authInfo: call.caller.authInfo })
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

/** How many experiments of a tree bind their client in parallel. */
const SLICE = 100

/** Returns `undefined` for an experiment that takes no new clients or was deleted meanwhile: a tree leaves it out. */
async function unlessClosed<T>(leaf: Promise<T>): Promise<T | undefined> {
  try {
    return await leaf
  } catch (error) {
    if (error instanceof SignalboxError && (error.code === 'CONFLICT' || error.code === 'NOT_FOUND')) return undefined
    throw error
  }
}

/** Throws INVALID for members that the classic assignment does not support: it binds nobody. */
function checkClassic(experiment: Experiment): void {
  const unsupported = (['audience', 'layer'] as const).filter((name) => experiment[name] !== undefined)
  if (unsupported.length === 0) return
  const fieldErrors = Object.fromEntries(unsupported.map((name) => [`/${name}`, [problem('error.assignment.classic')]]))
  throw notValid('The experiment', { fieldErrors })
}

const LONGEST_KEY = 256

function checkKey(idempotencyKey = ''): void {
  if (idempotencyKey.length <= LONGEST_KEY) return
  throw new SignalboxError('INVALID', `The header Idempotency-Key must have at most ${LONGEST_KEY} characters`, {
    fieldErrors: { 'Idempotency-Key': [problem('error.length.maximum', LONGEST_KEY)] },
  })
}
