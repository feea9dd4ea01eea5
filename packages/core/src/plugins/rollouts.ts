import { Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import type { Plugin } from './plugin.ts'
import { flag, formatted, headerName, settings } from './settings.ts'

const backend = Type.String({
  minLength: 1,
  description: 'The id of a backend of the API, or of a backend that all APIs can use',
})
const percent = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 100, description }))
const references: Plugin['references'] = [{ at: ['backend'], to: 'backend' }]

/** Plugins that send part of the traffic to another backend. */
export const rolloutPlugins = [
  definePlugin({
    id: 'Canary',
    name: 'Canary',
    description: 'Sends a percentage of requests to another backend',
    steps: ['TransformRequest'],
    categories: ['TrafficControl'],
    configSchema: settings({
      backend,
      percent: percent('Percentage of requests that are sent to the backend, from 0 to 100'),
      header: headerName(
        'A request header that decides instead of the percentage: `always` selects the backend, `never` that of the route',
      ),
      cookie: formatted('header name', 'A cookie that decides in the same way, if the header does not'),
      sticky: flag(
        'Whether each client stays with its backend, by the cookie `signalbox-canary`. A higher percentage moves only clients of the backend of the route',
      ),
    }),
    defaultConfig: { percent: 0, sticky: false },
    references,
    implemented: true,
  }),
  definePlugin({
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
    implemented: true,
  }),
]
