import { useSignal } from '@preact/signals'
import { may } from '../../../calls/session.ts'
import { kinds, pathOf } from '../../../kinds/kinds.ts'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { Link } from '../../../parts/ways/Link.tsx'
import { index } from '../../../records/tree.ts'
import { listed } from '../../../words/words.ts'
import { variantsHere } from '../flows/offers.ts'
import type { Route, Slot } from '../flows/slot.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { GateDialog } from './GateDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import {
  type Client,
  clientWords,
  type Reach,
  type Release,
  releasesOf,
  sharedWith,
  withChange,
  withoutBackend,
} from './release.ts'
import { SplitDialog } from './SplitDialog.tsx'
import './releases.css'

interface ReleasesProps {
  /** The API as it is edited. */
  readonly api: GatewayApi
  readonly route: Route
  readonly mayEdit: boolean
  edit(next: GatewayApi): void
}

/** The features and experiments that decide about the requests of a route, and how they are added. */
export function Releases({ api, route, mayEdit, edit }: ReleasesProps) {
  const asks = useSignal<'gate' | 'split' | Release | undefined>(undefined)
  const close = () => {
    asks.value = undefined
  }
  const shared = sharedWith(api, route)
  const change = (reach: Reach, next: (slots: readonly Slot[]) => readonly Slot[]) => {
    close()
    edit(withChange(api, { route, reach }, next))
  }
  const add = (slot: Slot, reach: Reach) => change(reach, (slots) => [...slots, slot])
  const remove = ({ at }: Release, reach: Reach) => change(reach, (slots) => slots.filter((_, i) => i !== at))
  const found = releasesOf(api, route)
  const open = asks.value
  return (
    <section class="route-releases" aria-labelledby="releases">
      <h3 id="releases">Features and experiments</h3>
      {found.length === 0 && <p class="muted">No feature or experiment decides about requests to this route.</p>}
      <ul>
        {found.map((release) => (
          <li key={release.at}>
            <div class="release">
              <Words release={release} route={route} />
              {release.slot.enabled === false && <span class="muted">The plugin is off.</span>}
            </div>
            {mayEdit && (
              <button
                type="button"
                class="quiet icon-only"
                aria-label={`Remove ${idOf(release)} from the route`}
                onClick={() => {
                  if (shared.length > 0) asks.value = release
                  else remove(release, 'all')
                }}
              >
                <Icon name="trash-2" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && (
        <div class="bar">
          <button type="button" onClick={() => (asks.value = 'gate')}>
            <Icon name="toggle-right" />
            Gate by a feature…
          </button>
          <button type="button" onClick={() => (asks.value = 'split')}>
            <Icon name="split" />
            Split by an experiment…
          </button>
        </div>
      )}
      {open === 'gate' && <GateDialog {...{ route, shared, add }} onClose={close} />}
      {open === 'split' && <SplitDialog {...{ api, route, shared, add }} onClose={close} />}
      {typeof open === 'object' && (
        <RemoveDialog
          {...{ route, shared }}
          name={idOf(open)}
          remove={(reach) => remove(open, reach)}
          onClose={close}
        />
      )}
    </section>
  )
}

/** The members of the configurations that the page reads. */
interface Config {
  readonly feature?: string
  readonly experiment?: string
  readonly negate?: boolean
  readonly status?: number
  readonly client?: Client
  readonly backends?: Readonly<Record<string, string>>
}

const configOf = ({ slot }: Release): Config => (slot.config ?? {}) as Config

const idOf = (release: Release): string => configOf(release).feature ?? configOf(release).experiment ?? ''

function Words({ release, route }: { readonly release: Release; readonly route: Route }) {
  const config = configOf(release)
  if (release.kind === 'gate')
    return (
      <p>
        {config.negate ? 'Closed while the feature ' : 'Open only while the feature '}
        <Named kind="features" id={idOf(release)} /> is active{config.client && ` for ${clientWords(config.client)}`}.
        Other requests get {config.status ?? 404}.
      </p>
    )
  if (release.kind === 'goal')
    return (
      <p>
        Successful responses count as the goal of <Named kind="experiments" id={idOf(release)} />.
      </p>
    )
  const backends = Object.entries(config.backends ?? {})
  const missing = withoutBackend(variantsHere(idOf(release)), config.backends)
  return (
    <>
      <p>
        Split by the experiment <Named kind="experiments" id={idOf(release)} />:{' '}
        {backends.map(([variant, backend], i) => (
          <span key={variant}>
            {i > 0 && ', '}
            <span class="variant-backend">
              <bdi class="key">{variant}</bdi> → <bdi class="key">{backend}</bdi>
            </span>
          </span>
        ))}
        {backends.length === 0 && 'no variant has a backend'}.
      </p>
      {missing.length > 0 && (
        <p>
          <Aspect is="caution">
            {listed(missing)} {missing.length === 1 ? 'has' : 'have'} no backend
          </Aspect>{' '}
          and {missing.length === 1 ? 'gets' : 'get'} <bdi class="key">{route.backend ?? 'none'}</bdi>, that of the
          route.
        </p>
      )}
    </>
  )
}

/** A feature or an experiment, with whether it is on. */
function Named({ kind, id }: { readonly kind: 'features' | 'experiments'; readonly id: string }) {
  if (!may('R', kinds[kind].domain, id)) return <bdi class="key">{id}</bdi>
  const all = index(kind)
  const entry = all.version.value >= 0 ? all.find(id) : undefined
  return (
    <>
      <Link class="key" to={pathOf(kind, id)}>
        {id}
      </Link>
      {entry?.enabled !== undefined && (
        <>
          {' '}
          (<Aspect is={entry.enabled ? 'clear' : 'caution'}>{entry.enabled ? 'on' : 'off'}</Aspect>)
        </>
      )}
      {!entry && all.state.value === 'complete' && (
        <>
          {' '}
          (<Aspect is="danger">doesn’t exist</Aspect>)
        </>
      )}
    </>
  )
}
