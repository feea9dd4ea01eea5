import { answerPlugins } from './answers.ts'
import { consumerPlugins } from './consumers.ts'
import { deliveryPlugins } from './delivery.ts'
import { documentPlugins } from './documents.ts'
import { headerPlugins } from './headers.ts'
import { limitPlugins } from './limits.ts'
import { ownPlugins } from './own.ts'
import type { Plugin } from './plugin.ts'
import { rolloutPlugins } from './rollouts.ts'
import { scriptedPlugins } from './scripted.ts'
import { trafficPlugins } from './traffic.ts'

/** All plugins of this package, by group. */
export const plugins: readonly Plugin[] = [
  ...consumerPlugins,
  ...headerPlugins,
  ...limitPlugins,
  ...trafficPlugins,
  ...rolloutPlugins,
  ...deliveryPlugins,
  ...answerPlugins,
  ...documentPlugins,
  ...ownPlugins,
  ...scriptedPlugins,
]
