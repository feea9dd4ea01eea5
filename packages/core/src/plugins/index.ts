import { answerPlugins } from './answers.ts'
import { consumerPlugins } from './consumers.ts'
import { headerPlugins } from './headers.ts'
import { ownPlugins } from './own.ts'
import type { Plugin } from './plugin.ts'
import { trafficPlugins } from './traffic.ts'

/** Every plugin that the slots of flows may name, group by group. */
export const plugins: readonly Plugin[] = [
  ...consumerPlugins,
  ...headerPlugins,
  ...trafficPlugins,
  ...answerPlugins,
  ...ownPlugins,
]

const byId = new Map<string, Plugin>(plugins.map((plugin) => [plugin.id, plugin]))

/** The plugin of an id; `undefined` for one that this version does not know. */
export const findPlugin = (id: string): Plugin | undefined => byId.get(id)
