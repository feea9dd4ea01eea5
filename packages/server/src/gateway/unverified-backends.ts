import type { GatewayUnit, StoredBackend } from '@signalbox/core/gateway'
import { listed, type Note } from './note-units.ts'

/** Notes backends whose certificates are not verified: those of served APIs, and those that all APIs can use. */
export function noteUnverifiedBackends(): Note {
  const unverified: string[] = []
  return {
    begin() {
      unverified.length = 0
    },
    see: (unit) => void unverified.push(...unverifiedIn(unit)),
    warning: () =>
      unverified.length === 0
        ? undefined
        : `The certificates of these backends are not verified, so others can intercept their traffic: ${listed(unverified)}. Remove verify: false from their tls_config`,
  }
}

function unverifiedIn(unit: GatewayUnit): readonly string[] {
  if (unit.kind === 'backend') return unit.value && isUnverified(unit.value) ? [unit.key] : []
  if (unit.kind !== 'api' || !unit.value) return []
  const { api, live = api } = unit.value
  return (live.backends ?? []).filter(isUnverified).map(({ id }) => `${id} of ${unit.key}`)
}

const isUnverified = ({ backend }: StoredBackend): boolean =>
  [backend?.tls_config, ...(backend?.targets ?? []).map(({ tls_config }) => tls_config)].some(
    (config) => config?.verify === false,
  )
