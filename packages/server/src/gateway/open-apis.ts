import type { Signalbox } from '@signalbox/core'
import type { SourcedApi } from '@signalbox/core/gateway'
import { listed, type Note } from './note-units.ts'

/**
 * Notes which APIs anyone can call: APIs that are served, and have neither a plan nor a plugin that authenticates
 * callers or controls access.
 */
export function noteOpenApis({ plugins }: Pick<Signalbox, 'plugins'>): Note {
  const open: string[] = []
  const guards = new Set(
    plugins.plugins
      .filter(({ steps, categories }) => steps.includes('ValidateAccess') && guarding(categories))
      .map(({ id }) => id),
  )
  return {
    begin() {
      open.length = 0
    },
    see(unit) {
      if (unit.kind === 'api' && unit.value && isOpen(unit.value, guards)) open.push(unit.key)
    },
    warning: () =>
      open.length === 0
        ? undefined
        : `Anyone can call ${open.length === 1 ? 'the API' : 'the APIs'} ${listed(open)}: add a plan, or a plugin such as IpAddressAllowedList to the flows of the routes`,
  }
}

const guarding = (categories: readonly string[]): boolean =>
  categories.includes('Authentication') || categories.includes('AccessControl')

const isServed: Readonly<Record<string, boolean>> = { published: true, deprecated: true }

/** Whether a route of an API is served that no plan and no plugin guards. */
function isOpen({ api, live = api }: SourcedApi, guards: ReadonlySet<string>): boolean {
  if (!isServed[api.state ?? 'staging'] || api.enabled === false || live.enabled === false) return false
  if ((live.documentation?.plans ?? []).some(({ status }) => isServed[status ?? 'staging'])) return false
  const guarded = new Set(
    (live.flows ?? [])
      .filter(({ plugins }) => plugins?.slots?.some(({ plugin, enabled = true }) => enabled && guards.has(plugin)))
      .map(({ id }) => id),
  )
  return (live.routes ?? []).some(
    ({ enabled = true, flow_ref = 'default_plugin_chain' }) => enabled && !guarded.has(flow_ref),
  )
}
