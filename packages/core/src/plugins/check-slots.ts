import type { Problem, Problems } from '../errors.ts'
import { SignalboxError } from '../errors.ts'
import type { ApiFlow } from '../gateway/flow.ts'
import { validate } from '../validate.ts'
import { findPlugin } from './index.ts'

/**
 * What is wrong with the configurations in the slots of flows, by JSON pointer into the API
 * (`/flows/0/plugins/slots/1/config/burst`). Members that a slot leaves out are as the plugin has them by default; slots
 * of plugins that nobody knows here are taken as they are.
 */
export function slotProblems(flows: readonly ApiFlow[] = []): Problems['fieldErrors'] {
  const found: Record<string, readonly Problem[]> = {}
  for (const [i, { plugins }] of flows.entries())
    for (const [j, { plugin: id, config = {} }] of (plugins?.slots ?? []).entries()) {
      const plugin = findPlugin(id)
      if (!plugin) continue
      const { configSchema, defaultConfig } = plugin
      for (const [pointer, problems] of Object.entries(problemsOf(configSchema, { ...defaultConfig, ...config })))
        found[`/flows/${i}/plugins/slots/${j}/config${pointer}`] = problems
    }
  return found
}

function problemsOf(...[schema, config]: Parameters<typeof validate>): Problems['fieldErrors'] {
  try {
    validate(schema, config)
    return {}
  } catch (error) {
    if (error instanceof SignalboxError) return error.fieldErrors
    throw error
  }
}
