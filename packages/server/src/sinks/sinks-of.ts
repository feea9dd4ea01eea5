import type { SinksOption } from '@signalbox/core/sinks'
import type { Settings } from '../settings/settings.ts'

/** The sinks of the settings. A server without sinks loads nothing for them. */
export async function sinksOf(settings: Settings): Promise<SinksOption> {
  if (settings.sinks.length === 0) return {}
  const { openSinks } = await import('./open-sinks.ts')
  return openSinks(settings.sinks, { environment: process.env, settings })
}
