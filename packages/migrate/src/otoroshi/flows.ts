import { pluginCatalog } from '@signalbox/core/reference'
import { type Findings, isGiven, isJson, type Json, listOf, pick } from './findings.ts'
import { pluginName, rowOf } from './plugins.ts'
import type { AddBackend } from './traffic-plugins.ts'

const PREFIX = 'cp:gateway.next.plugins.'
const known = new Set(pluginCatalog().map(({ id }) => id))

/**
 * Translates a flow of plugins. The API is refused if a plugin that may guard it has no equivalent here. Backends that
 * plugins need are added.
 */
export function translateFlow(flow: Json, findings: Findings, add: AddBackend): Json {
  const slots = isJson(flow.plugins) ? flow.plugins.slots : flow.plugins
  if (isGiven(flow.consumers))
    findings.refuse(`Flow ${flow.id} has consumers of an early preview: convert them to plans`)
  return {
    ...pick(flow, ['id', 'name']),
    plugins: { slots: listOf(slots).flatMap((slot) => translateSlot(slot, String(flow.id), { findings, add })) },
  }
}

interface Context {
  readonly findings: Findings
  readonly add: AddBackend
}

function translateSlot(slot: Json, flow: string, { findings, add }: Context): Json[] {
  const { plugin = '', enabled = true, config = {} } = slot
  const name = pluginName(String(plugin))
  if (findings.mayDrop(name)) return []
  if (!enabled) {
    findings.note(`Flow ${flow}: ${name} is disabled and left out`)
    return []
  }
  const row = rowOf(String(plugin))
  if (row && 'absent' in row) {
    findings.note(`Flow ${flow}: ${name} is left out; ${row.absent}`)
    return []
  }
  const id = known.has(String(plugin)) ? String(plugin) : row && `${PREFIX}${row.to}`
  if (id === undefined || !known.has(id)) {
    findings.refuse(
      `Flow ${flow} has the plugin ${name}, which has no equivalent and may control access (--drop ${name} leaves it out)`,
    )
    return []
  }
  if (isGiven(slot.plugin_index)) findings.note(`Flow ${flow}: the order of ${name} follows the flow, not plugin_index`)
  const given = isJson(config) ? config : {}
  const translated = row && !known.has(String(plugin)) && row.config ? row.config(given, findings, add) : given
  return translated ? [{ plugin: id, enabled: true, ...pick(slot, ['include', 'exclude']), config: translated }] : []
}
