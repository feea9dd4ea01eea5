import type { Experiment, Variant } from '@signalbox/core/contract'
import { isSame } from '../../values/is-same.ts'
import { counted, listed } from '../../words/words.ts'
import { share } from './results/figures/figures.ts'
import { nameOf } from './results/figures/names.ts'

/** How many clients are bound to each variant; `undefined` while that is not known. */
type Bound = ReadonlyMap<string, number> | undefined

/** What saving an experiment means for its clients, in sentences. Nothing for one that is created: it has none. */
export function consequenceOf(saved: Experiment | undefined, draft: Experiment, bound: Bound): readonly string[] {
  if (!saved) return []
  const changes = [...ofVariants(saved, draft), ...ofAudience(saved, draft), ...ofLayer(saved, draft)]
  const kept = changes.length > 0 && hasClients(bound) ? ['Clients that are bound keep their variant.'] : []
  return [...ofRemoved(saved, draft, bound), ...changes, ...kept]
}

const hasClients = (bound: Bound): boolean => bound === undefined || [...bound.values()].some((count) => count > 0)

function ofRemoved(saved: Experiment, draft: Experiment, bound: Bound): string[] {
  const removed = saved.variants.filter(({ id }) => !draft.variants.some((variant) => variant.id === id))
  return removed.flatMap(({ id }) => {
    const count = bound?.get(id)
    if (count === 0) return []
    const who = count === undefined ? 'Clients that are' : counted(count, 'client that is', 'clients that are')
    return [`${who} bound to variant ${id} ${count === 1 ? 'loses' : 'lose'} it. Saving asks first.`]
  })
}

const trafficOf = (variants: readonly Variant[]) => variants.map(({ id, traffic }) => [id, traffic])

function ofVariants({ variants: before }: Experiment, { variants: after }: Experiment): string[] {
  if (isSame(trafficOf(before), trafficOf(after))) return []
  const shares = listed(after.map((variant) => `${nameOf(variant)} ${share(variant.traffic)}`))
  const [first] = after
  const isOther = first !== undefined && before[0]?.id !== first.id
  return [
    `A new phase starts: from then on, new clients are divided into ${shares}.`,
    ...(isOther ? [`Variant ${first.id} becomes the baseline: the others are compared with it.`] : []),
  ]
}

function ofAudience(saved: Experiment, draft: Experiment): string[] {
  if (isSame(saved.audience, draft.audience)) return []
  return [
    draft.audience === undefined
      ? 'New clients take part whatever their context is.'
      : 'New clients take part only if the audience is true for them.',
  ]
}

function ofLayer({ layer: before }: Experiment, { layer: after }: Experiment): string[] {
  if (isSame(before, after)) return []
  if (!after) return [`It leaves layer ${before?.name}: its clients can take part in other experiments as well.`]
  return [
    `New clients take part only if they are in ${share(after.from)} to ${share(after.to)} of layer ${after.name}.`,
  ]
}
