import type { Config } from '@signalbox/core/contract'
import type { Context, DecideConfig } from '@signalbox/core/evaluate'
import { box } from '../calls/box.ts'
import { type ConfigResult, compileConfigWith, decideConfig } from './decide-config.ts'
import { findHere, rulesHere } from './here.ts'

/** What a config, saved or not, is for a context at an instant. Reads signals as `decideHere` does. */
export function configHere(config: Config, context: Context, instant: number): ConfigResult {
  const settings = box.value
  if (!settings) return { state: 'waits' }
  return decideConfig(config, context, { settings, instant, find: findHere, rules: rulesHere })
}

/** What decides a config, saved or not, at an instant; `undefined` if it cannot be evaluated here. Reads signals. */
export function compileConfigHere(config: Config, instant: number): DecideConfig | undefined {
  const settings = box.value
  if (!settings) return undefined
  const made = compileConfigWith(config, { settings, instant, find: findHere, rules: rulesHere })
  return made.state === 'ready' ? made.decide : undefined
}
