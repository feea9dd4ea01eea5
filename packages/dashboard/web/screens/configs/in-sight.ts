import type { Config } from '@signalbox/core/contract'
import { api } from '../../api.ts'
import { onEvent, onGap } from '../../stream.ts'
import { createSight } from '../../tree/sight.ts'

/** The whole configs of the rows in sight. */
export const configsInSight = createSight<Config>({
  read: async (pattern) => (await api.configs.list({ pattern, pageSize: 1000 })).results,
})

onGap(configsInSight.clear)
onEvent(({ domain, type, payload, oldValue }) => {
  if (domain !== 'Config' || !/^CONFIG_/.test(type)) return
  const config = payload as Config
  const before = oldValue as Config | undefined
  if (before && before.id !== config.id) configsInSight.hear(before.id, undefined)
  configsInSight.hear(config.id, type === 'CONFIG_DELETED' ? undefined : config)
})
