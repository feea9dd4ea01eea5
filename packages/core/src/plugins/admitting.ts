import type { JsonObject } from '../machine/json/json.ts'
import type { TProperties } from '../machine/schema/schema.ts'
import type { AccessMode } from '../plans/access-modes.ts'
import { problemsOfMode } from '../plans/plan-rules.ts'
import type { ConfigProblems, Plugin } from './plugin.ts'
import { flag, settings, text } from './settings.ts'

/** Settings of every plugin that admits consumers, in addition to the settings of a plan. */
const admission = {
  mandatory: flag('Whether requests without these credentials are rejected, instead of passed to the next plugin'),
  plan_ref: text('The plan whose consumers are admitted'),
}

/** The schema of a plugin that admits consumers: the configuration of its access modes, and its own settings. */
export const admitting =
  (...modes: readonly { readonly configuration: TProperties }[]) =>
  (own: TProperties) =>
    settings({ ...admission, ...own, ...Object.assign({}, ...modes.map(({ configuration }) => configuration)) })

/** Checks a configuration by the rules of its access mode. */
export const modeRules =
  (mode: AccessMode) =>
  (config: JsonObject): ConfigProblems =>
    Object.fromEntries(problemsOfMode(mode, config).map(([pointer, found]) => [pointer, [found]]))

/** The defaults of every plugin that admits consumers. */
export const admissionDefaults = { mandatory: true }
/** The plan whose consumers a plugin admits. */
export const planReference: Plugin['references'] = [{ at: ['plan_ref'], to: 'plan' }]
