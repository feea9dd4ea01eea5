import { counted } from '../../words/words.ts'
import { balancingOf } from './balancing.ts'
import type { Settings } from './settings.ts'

const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`

/** What the folded settings of a backend say, in a few words each. */
export function settingsInWords({
  load_balancing,
  health_check,
  outlier,
  tls_config,
  root = '',
  rewrite = false,
}: Settings) {
  const { enabled = false, url = '', interval = 10_000 } = health_check ?? {}
  return {
    path:
      root === '' && !rewrite
        ? 'the path of the request'
        : rewrite
          ? `always ${root || '/'}`
          : `${root} and the path of the request`,
    balancing: balancingOf(load_balancing?.type).label.toLowerCase(),
    health: enabled ? `${url || '/'} every ${seconds(interval)}` : 'off',
    ejection: outlier ? `after ${counted(outlier.consecutiveFailures ?? 5, 'failure')}` : 'off',
    tls: tls_config ? counted(Object.keys(tls_config).length, 'setting') : 'as usual',
  }
}
