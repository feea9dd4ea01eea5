import type { Signalbox } from '@signalbox/core'
import type { GatewaySource, GatewayUnit, SourcedApi } from '@signalbox/core/gateway'

/** How many APIs a warning names. */
const MOST_NAMED = 10

/**
 * Notes which APIs anyone can call, as a data plane reads them for the first time. `warning` names them: those that
 * are served, and have neither a plan nor a plugin that authenticates callers or controls access.
 */
export function noteOpenApis({ gatewaySource: source, plugins }: Pick<Signalbox, 'gatewaySource' | 'plugins'>) {
  const open: string[] = []
  const guards = new Set(
    plugins.plugins
      .filter(({ steps, categories }) => steps.includes('ValidateAccess') && guarding(categories))
      .map(({ id }) => id),
  )

  async function* noted(units: AsyncIterable<GatewayUnit>): AsyncGenerator<GatewayUnit> {
    open.length = 0
    for await (const unit of units) {
      if (unit.kind === 'api' && unit.value && isOpen(unit.value, guards)) open.push(unit.key)
      yield unit
    }
  }

  const noting: GatewaySource = { ...source, snapshot: (signal) => noted(source.snapshot(signal)) }
  return {
    source: noting,
    warning(): string | undefined {
      if (open.length === 0) return undefined
      const names = open.slice(0, MOST_NAMED).join(', ')
      const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} others` : ''
      return `Anyone can call ${open.length === 1 ? 'the API' : 'the APIs'} ${names}${more}: add a plan, or a plugin such as IpAddressAllowedList to the flows of the routes`
    },
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
