import { definePlugin } from '../define-plugin.ts'
import { backend, percent, references } from '../other-backend.ts'
import { settings } from '../settings.ts'

/** Sends copies of requests to another backend and drops its responses. */
export const trafficMirror = definePlugin({
  id: 'TrafficMirror',
  name: 'Traffic mirror',
  description: 'Sends copies of requests to another backend and drops its responses',
  steps: ['TransformRequest'],
  categories: ['TrafficControl'],
  configSchema: settings({
    backend,
    percent: percent(
      'Percentage of requests that are copied, from 0 to 100. Requests with bodies above 64 KiB are not copied',
    ),
  }),
  defaultConfig: { percent: 100 },
  references,
  multiInstance: true,
})
