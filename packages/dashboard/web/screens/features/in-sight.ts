import type { Feature } from '@signalbox/core/contract'
import { api } from '../../api.ts'
import { onEvent, onGap } from '../../stream.ts'
import { createSight } from '../../tree/sight.ts'

/** The whole features of the rows in sight. */
export const featuresInSight = createSight<Feature>({
  read: async (pattern) => (await api.features.list({ pattern, pageSize: 1000 })).results,
})

onGap(featuresInSight.clear)
onEvent(({ domain, type, payload, oldValue }) => {
  if (domain !== 'Feature' || !/^FEATURE_/.test(type)) return
  const feature = payload as Feature
  const before = oldValue as Feature | undefined
  if (before && before.id !== feature.id) featuresInSight.hear(before.id, undefined)
  featuresInSight.hear(feature.id, type === 'FEATURE_DELETED' ? undefined : feature)
})
