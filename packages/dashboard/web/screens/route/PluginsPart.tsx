import { Link } from '../../parts/ways/Link.tsx'
import { catalogHere } from '../api/flows/catalog-here.ts'
import type { CompiledSlot } from '../routes/compiled.ts'
import { byStage } from './by-stage.ts'
import { PluginSlot } from './PluginSlot.tsx'

interface PluginsPartProps {
  readonly plugins: readonly CompiledSlot[]
  readonly api: string
}

/** The plugins that requests pass, by stage, in the order in which they run. */
export function PluginsPart({ plugins, api }: PluginsPartProps) {
  const catalog = catalogHere()
  const stages = byStage(plugins, catalog.state === 'ready' ? catalog.value.byId : new Map())
  return (
    <section class="route-part" aria-labelledby="route-plugins">
      <div class="bar">
        <h2 id="route-plugins">Plugins</h2>
        <Link to={`/gateway/apis/${encodeURIComponent(api)}?part=flows`}>API flows</Link>
      </div>
      {plugins.length === 0 && <p class="muted">Requests pass no plugins.</p>}
      {stages.map(({ label, slots }) => (
        <div key={label} class="route-stage">
          {label !== undefined && <h3 class="muted">{label}</h3>}
          <ol class="route-plugins">
            {slots.map((slot, at) => (
              <li key={at} class={slot.enabled ? undefined : 'off'}>
                <PluginSlot slot={slot} />
              </li>
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}
