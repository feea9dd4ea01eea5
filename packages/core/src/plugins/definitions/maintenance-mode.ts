import { definePlugin } from '../define-plugin.ts'
import { count, settings } from '../settings.ts'

/** Answers every request with the maintenance page of the error templates. */
export const maintenanceMode = definePlugin({
  id: 'MaintenanceMode',
  name: 'Maintenance',
  description: 'Answers every request with the maintenance page of the error templates',
  steps: ['PreRoute'],
  categories: ['Responses'],
  configSchema: settings({ retry_after: count('The header Retry-After, in seconds') }),
  answers: true,
})
