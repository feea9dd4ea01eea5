import { answerPlugins } from './answers.ts'
import { consumerPlugins } from './consumers.ts'
import { headerPlugins } from './headers.ts'
import { ownPlugins } from './own.ts'
import type { Plugin } from './plugin.ts'
import { trafficPlugins } from './traffic.ts'

/** The plugins that every instance knows, group by group. */
export const plugins: readonly Plugin[] = [
  ...consumerPlugins,
  ...headerPlugins,
  ...trafficPlugins,
  ...answerPlugins,
  ...ownPlugins,
]
