import { definePlugin } from '../define-plugin.ts'
import { settings } from '../settings.ts'

/** Answers every request with the construction page of the error templates. */
export const buildMode = definePlugin({
  id: 'BuildMode',
  name: 'Under construction',
  description: 'Answers every request with the construction page of the error templates',
  steps: ['PreRoute'],
  categories: ['Responses'],
  configSchema: settings({}),
  answers: true,
})
