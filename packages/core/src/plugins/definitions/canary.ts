import { definePlugin } from '../define-plugin.ts'
import { backend, percent, references } from '../other-backend.ts'
import { flag, formatted, headerName, settings } from '../settings.ts'

/** Sends a percentage of requests to another backend. */
export const canary = definePlugin({
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
})
