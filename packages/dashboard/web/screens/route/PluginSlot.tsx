import { may } from '../../calls/session.ts'
import { pathOf } from '../../kinds/kinds.ts'
import { Json } from '../../parts/json/Json.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import type { CompiledSlot } from '../routes/compiled.ts'
import { shortName } from '../routes/route-row.ts'

/** A plugin of a route: what it is about, for which paths it runs, and its configuration. */
export function PluginSlot({ slot }: { readonly slot: CompiledSlot }) {
  const { plugin, enabled, include, exclude, config, backends = {} } = slot
  return (
    <>
      <div class="slot">
        <span class="key" title={plugin}>
          {shortName(plugin)}
        </span>
        {typeof config.plan_ref === 'string' && <span class="muted">plan {config.plan_ref}</span>}
        <Decider kind="features" domain="Feature" id={config.feature} />
        <Decider kind="experiments" domain="Experiment" id={config.experiment} />
        {!enabled && <span class="muted">Disabled</span>}
      </div>
      {include.length > 0 && (
        <p class="muted">
          Only for paths like <code>{include.join(', ')}</code>
        </p>
      )}
      {exclude.length > 0 && (
        <p class="muted">
          Not for paths like <code>{exclude.join(', ')}</code>
        </p>
      )}
      {Object.keys(backends).length > 0 && (
        <p class="muted">
          Uses the backends <code>{Object.keys(backends).join(', ')}</code>
        </p>
      )}
      {Object.keys(config).length > 0 && (
        <details class="more-settings">
          <summary>Configuration</summary>
          <Json label={`The configuration of ${shortName(plugin)}`} value={config} />
        </details>
      )}
    </>
  )
}

interface DeciderProps {
  readonly kind: 'features' | 'experiments'
  readonly domain: 'Feature' | 'Experiment'
  /** The id in the configuration, if it has one. */
  readonly id: unknown
}

/** The feature or the experiment that decides. */
function Decider({ kind, domain, id }: DeciderProps) {
  if (typeof id !== 'string') return null
  return may('R', domain, id) ? <Link to={pathOf(kind, id)}>{id}</Link> : <span class="key">{id}</span>
}
