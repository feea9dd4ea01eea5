import { effect } from '@preact/signals'
import type { Feature } from '@signalbox/core/contract'
import { api } from '../../calls/api.ts'
import { loadBox } from '../../calls/box.ts'
import { serviceNow } from '../../calls/clock.ts'
import { decideHere } from '../../evaluation/here.ts'
import { zone } from '../../preferences/preferences.ts'
import { type Index, index } from '../../records/tree.ts'
import { dateTimeIn } from '../../words/dates.ts'
import { count } from '../../words/words.ts'
import { datedFeature, type Found, type Need, nextChange } from './needs.ts'

/** The most features with dates that are read. */
const MOST = 2000
/** The most characters of the ids that one call names: they must fit into an address. */
const MOST_CHARACTERS = 4000
const fields = 'id,enabled,activationStrategy,parameters'

/** Features whose dates pass within seven days. The index says which features have dates, so that only those are read. */
export async function datedFeatures(): Promise<Found> {
  await loadBox()
  const features = index('features')
  await settled(features)
  if (features.state.peek() === 'failed') throw features.error.peek()
  const ids = features.idsOf('is:on strategy:release-date,date-range')
  const notes = [
    ...(features.state.peek() === 'partial'
      ? ['The list of features is incomplete, so some dates may be missing.']
      : []),
    ...(ids.length > MOST
      ? [`${count(ids.length)} features have dates, of which the first ${count(MOST)} were examined.`]
      : []),
  ]
  const needs: (Need & { readonly at: number })[] = []
  for (const pattern of lotsOf(ids.slice(0, MOST)))
    for await (const one of api.features.export({ fields, pattern })) {
      const need = needOf(one as Feature)
      if (need) needs.push(need)
    }
  return { needs: needs.sort((one, other) => one.at - other.at), notes }
}

function needOf(feature: Feature): (Need & { readonly at: number }) | undefined {
  const change = nextChange((at) => {
    const decision = decideHere(feature, {}, at)
    return decision.state === 'decided' ? decision.active : undefined
  }, serviceNow())
  return change && { ...datedFeature(feature.id, change.active, dateTimeIn(change.at, zone.peek())), at: change.at }
}

/** Ids joined by commas, as many at a time as one call can name. */
function lotsOf(ids: readonly string[]): readonly string[] {
  const lots: string[] = []
  for (const id of ids) {
    const last = lots.at(-1)
    if (last === undefined || last.length + id.length > MOST_CHARACTERS) lots.push(id)
    else lots[lots.length - 1] = `${last},${id}`
  }
  return lots
}

/** Resolves when an index has read what it reads. */
const settled = ({ state }: Index): Promise<void> =>
  new Promise((resolve) => {
    const stop = effect(() => {
      if (state.value === 'idle' || state.value === 'loading') return
      resolve()
      queueMicrotask(() => stop())
    })
  })
