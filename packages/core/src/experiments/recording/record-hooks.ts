import { checkConditions } from '../../conditions/check-conditions.ts'
import { originOf } from '../../machine/callers/origin.ts'
import { failure, problem } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import type { Along, Hooks, Instance, Prepared, Removal, Writing } from '../../machine/records/hooks.ts'
import { localTimestamp } from '../../machine/time/time.ts'
import type { Reads } from '../../ports.ts'
import { targetingHooks } from '../../targeting/hooks.ts'
import { conditionsIn, type TargetingIntent } from '../../targeting/target.ts'
import { releaseRecord } from '../../uses/api-uses.ts'
import type { Assignment } from '../assign.ts'
import type { Experiment } from '../experiment.ts'
import { changesOfLayer, changesOfLeaving, type Layered } from '../layers/layer-ranges.ts'
import { ANSWERS, CLIENTS, EVENTS, HOURS, storageKey, TALLIES } from '../storage-keys.ts'
import { countOf, emptyTally, type Tally, unbindAll } from './tally.ts'

/** Reads the counters of an experiment. */
export async function loadTally(store: Reads, id: string): Promise<{ tally: Tally; version: string | null }> {
  const found = await store.get(TALLIES, id)
  return { tally: (found?.value as Tally | undefined) ?? emptyTally, version: found?.version ?? null }
}

/**
 * What writes of experiments do besides: check conditions and ranges, keep variants that clients are bound to, and delete
 * what belongs to a deleted experiment. `force` of an intent removes variants together with their bindings.
 */
export function experimentHooks(
  { store, note, clock, zone }: Instance,
  assignment: Assignment,
): Hooks<Experiment, TargetingIntent> {
  const targeting = targetingHooks({ store, note }, 'experiment')

  async function prepare(writing: Writing<Experiment, TargetingIntent>): Promise<Prepared<Experiment>> {
    const { next, current, call, intent } = writing
    await checkConditions('The experiment', conditionsIn(next))
    if (assignment === 'classic') checkClassic(next)
    const { changes = [] } = await keepBound(writing)
    const pending = (intent?.pending?.values() ?? []) as Iterable<Layered>
    const ofLayer = await changesOfLayer(store, { next, current, caller: call.caller, pending })
    return { record: next, changes: [...changes, ...(await targeting.written(writing)), ...ofLayer] }
  }

  /** Rejects the removal of variants that have bound clients. With `force` it removes them and their bindings. */
  async function keepBound({ next, current, intent }: Writing<Experiment, TargetingIntent>): Promise<Along> {
    const gone = (current?.variants ?? []).filter(({ id }) => !next.variants.some((variant) => variant.id === id))
    if (gone.length === 0) return {}
    const { tally, version } = await loadTally(store, next.id)
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
  async function takeAlong(removal: Removal<Experiment, TargetingIntent>): Promise<Along> {
    const { record } = removal
    const { id } = record
    const { caller } = removal.call
    const { version } = await loadTally(store, id)
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
        ...([CLIENTS, EVENTS, HOURS, ANSWERS] as const).map(
          (collection) => ({ op: 'deletePrefix', collection, prefix }) as const,
        ),
      ],
      events: [
        {
          type: 'EXPERIMENT_VARIANT_EVENT_DELETED',
          key: id,
          domain: 'Experiment',
          payload: { experimentId: id, count },
          timestamp: localTimestamp(clock(), zone),
          ...originOf(removal.call),
        },
      ],
    }
  }

  return {
    prepare,
    planned({ id, layer }, intent) {
      intent?.pending?.set(id, { id, layer } satisfies Layered)
    },
    remove: takeAlong,
  }
}

/** Throws INVALID for members that the classic assignment does not support: it binds nobody. */
function checkClassic(experiment: Experiment): void {
  const unsupported = (['audience', 'layer'] as const).filter((name) => experiment[name] !== undefined)
  if (unsupported.length === 0) return
  const fieldErrors = Object.fromEntries(unsupported.map((name) => [`/${name}`, [problem('error.assignment.classic')]]))
  throw notValid('The experiment', { fieldErrors })
}
