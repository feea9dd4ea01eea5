import { answerPlugins } from './answers.ts'
import { consumerPlugins } from './consumers.ts'
import { headerPlugins } from './headers.ts'
import { ownPlugins } from './own.ts'
import type { Plugin } from './plugin.ts'
import { trafficPlugins } from './traffic.ts'

/** All plugins of this package, by group. */
export const plugins: readonly Plugin[] = [
  ...consumerPlugins,
  ...headerPlugins,
  ...trafficPlugins,
  ...answerPlugins,
  ...ownPlugins,
]
