import { Json } from '../../parts/Json.tsx'
import { Link } from '../../parts/Link.tsx'
import type { CompiledSlot } from '../routes/compiled.ts'
import { shortName } from '../routes/route-row.ts'

interface PluginsPartProps {
  readonly plugins: readonly CompiledSlot[]
  readonly api: string
}

/** The plugins that requests pass, in their order. */
export const PluginsPart = ({ plugins, api }: PluginsPartProps) => (
  <section class="route-part" aria-labelledby="route-plugins">
    <div class="bar">
      <h2 id="route-plugins">Plugins</h2>
      <Link to={`/gateway/apis/${encodeURIComponent(api)}?part=flows`}>Flows of the API</Link>
    </div>
    {plugins.length === 0 && <p class="muted">Requests pass no plugins.</p>}
    <ol class="route-plugins">
      {plugins.map((slot, at) => (
        <li key={at}>
          <Slot slot={slot} />
        </li>
      ))}
    </ol>
  </section>
)

const Slot = ({ slot: { plugin, enabled, include, exclude, config, backends } }: { readonly slot: CompiledSlot }) => (
  <>
    <div class="slot">
      <span class="key" title={plugin}>
        {shortName(plugin)}
      </span>
      {typeof config.plan_ref === 'string' && <span class="muted">plan {config.plan_ref}</span>}
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
    {Object.keys(backends ?? {}).length > 0 && (
      <p class="muted">
        Uses the backends <code>{Object.keys(backends ?? {}).join(', ')}</code>
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
