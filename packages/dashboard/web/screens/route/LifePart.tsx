import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn } from '../../words/dates.ts'
import { blueprints } from '../api/exposition/exposition-words.ts'
import type { CompiledRoute } from '../routes/compiled.ts'

/** Which state of the API a route comes from, and when it ends. */
export function LifePart({ route }: { readonly route: CompiledRoute }) {
  const { api_state, version, deployment, blueprint, draft, lifecycle } = route
  const ends = [
    ...(lifecycle?.api ? [{ of: 'API', ...lifecycle.api }] : []),
    ...Object.entries(lifecycle?.plans ?? {}).map(([plan, end]) => ({ of: `Plan ${plan}`, ...end })),
  ]
  return (
    <section class="route-part" aria-labelledby="route-life">
      <h2 id="route-life">Comes from</h2>
      <dl class="facts">
        <dt>API</dt>
        <dd>
          {blueprints[blueprint]}, {api_state}
        </dd>
        <dt>Version</dt>
        <dd>
          {version}
          {draft ? ', the draft' : deployment !== undefined && <span class="muted"> deployment {deployment}</span>}
        </dd>
        {ends.map(({ of, deprecation, sunset, successor }) => (
          <div key={of} class="fact">
            <dt>{of}</dt>
            <dd>
              Deprecated since {dateTimeIn(deprecation * 1000, zone.value)}
              {sunset !== undefined && `, served until ${dateTimeIn(sunset * 1000, zone.value)}`}
              {successor !== undefined && (
                <>
                  , replaced by <code>{successor}</code>
                </>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
