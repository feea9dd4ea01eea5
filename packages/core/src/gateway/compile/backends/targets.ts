import type { ApiBackend } from '../../backends/backend.ts'
import type { Warn } from '../warnings.ts'

type Target = NonNullable<NonNullable<ApiBackend['backend']>['targets']>[number]

/** The default TLS settings of targets and backends. */
export const tlsDefaults = { verify: true, minVersion: 'TLSv1.2' } as const

/** Fills in the members that a target leaves out. */
export const toTarget = ({ id, hostname, tls = false, port, tls_config, ...others }: Target): Target => ({
  ...(id !== undefined && { id }),
  hostname,
  port: port ?? defaultPort(tls),
  tls,
  weight: 1,
  drained: false,
  backup: false,
  protocol: 'HTTP/1.1',
  ...others,
  ...(tls_config && { tls_config: { ...tlsDefaults, ...tls_config } }),
})

const defaultPort = (tls: boolean): number => (tls ? 443 : 80)

/** Warns of targets that get no requests, or fewer than their settings promise. */
export function warnOfTargets(targets: readonly Target[], warn: Warn): void {
  if (targets.length === 0) warn('', 'backend.targets.none')
  else if (targets.every(({ drained, weight }) => drained || weight === 0)) warn('', 'backend.targets.drained')
  const known = new Set<string>()
  for (const [i, target] of targets.entries()) {
    const name = nameOf(target)
    if (known.has(name)) warn(`/${i}/id`, 'backend.target.duplicate', name)
    known.add(name)
    if (target.protocol === 'HTTP/2' && !target.tls) warn(`/${i}/protocol`, 'backend.target.h2')
    if (target.protocol === 'h2c' && target.tls) warn(`/${i}/protocol`, 'backend.target.h2c')
  }
}

/** The name of a target in logs, metrics and cookies. */
const nameOf = ({ id, hostname, tls = false, port }: Target): string => id ?? `${hostname}:${port ?? defaultPort(tls)}`
