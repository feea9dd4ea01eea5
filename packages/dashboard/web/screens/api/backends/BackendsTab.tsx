import { TextField } from '../../../parts/fields/fields.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { counted } from '../../../words/words.ts'
import { addressText } from '../../backend/address.ts'
import { BackendFacts } from '../../backend/BackendFacts.tsx'
import { BackendForm } from '../../backend/BackendForm.tsx'
import { useBackendStates } from '../../backend/health-here.ts'
import { StateWord } from '../../backend/StateWord.tsx'
import { healthInWords, statesOf } from '../../backend/target-states.ts'
import { problemsBelow, withMembers } from '../../record/members.ts'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import { Items } from '../Items.tsx'
import { foundItems, freshId } from '../item-list.ts'
import { LintLines } from '../lint/LintLines.tsx'
import { lintHere } from '../lint/lint.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { ClientSettings } from './ClientSettings.tsx'
import { unusedClients } from './client-settings.ts'
import { keptBy, type OwnBackend, withBackends } from './own-backends.ts'
import '../../../parts/fields/chips.css'
import './backends.css'

/** The part of an API with its own backends. `backend=<id>` in the address opens one. */
export const backendsTab: RecordTab<GatewayApi> = {
  id: 'backends',
  label: 'Backends',
  count: ({ draft }) => draft.value.backends?.length,
  show: (shown) => <Backends {...shown} />,
}

function Backends({ id, draft: { value: api, problems }, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const { backends = [] } = api
  const all = useBackendStates()
  const lint = lintHere(id)
  const lintOf = (at: number) =>
    lint.filter(({ pointer }) => pointer === `/backends/${at}` || pointer.startsWith(`/backends/${at}/`))
  return (
    <>
      <Items
        items={backends}
        pointer="/backends"
        noun="backend"
        what="A backend is a set of servers that routes send requests to. Routes can also use stored backends, which all APIs share."
        problems={problems}
        mayEdit={mayEdit}
        found={(words) => foundItems(backends, words, textsOf)}
        blank={() => ({
          id: freshId(backends, backends.length === 0 ? 'main' : 'new-backend'),
          backend: { targets: [{ hostname: '' }] },
        })}
        kept={({ id }) => keptBy(api, id)}
        row={(backend) => <Row backend={backend} states={statesOf(all, { api: id, backend: backend.id })} />}
        onChange={(next, step) => edit(withBackends(api, next), step)}
      >
        {(backend, at, change) => {
          const states = statesOf(all, { api: id, backend: backend.id })
          return (
            <>
              <LintLines problems={lintOf(at)} />
              {mayEdit ? (
                <>
                  <TextField
                    label="Id"
                    mono
                    value={backend.id}
                    problem={problemsBelow(problems, `/backends/${at}/id`)}
                    onInput={(next) => change({ ...backend, id: next }, `backend ${at} id`)}
                  />
                  <TextField
                    label="Name"
                    value={backend.name ?? ''}
                    problem={problemsBelow(problems, `/backends/${at}/name`)}
                    onInput={(name) =>
                      change(withMembers(backend, { name: name === '' ? undefined : name }), `backend ${at} name`)
                    }
                  />
                  <BackendForm
                    backend={backend}
                    pointer={`/backends/${at}`}
                    problems={problems}
                    states={states}
                    onChange={(next, step) => change({ ...next, id: backend.id }, step)}
                  >
                    <ClientSettings api={api} at={at} problems={problems} onChange={edit} />
                  </BackendForm>
                </>
              ) : (
                <BackendFacts backend={backend} states={states} />
              )}
            </>
          )
        }}
      </Items>
      {mayEdit && <UnusedClients api={api} onChange={edit} />}
    </>
  )
}

const textsOf = ({ id, name = '', backend }: OwnBackend): readonly string[] => [
  ...[id, name],
  ...(backend?.targets ?? []).map(addressText),
]

function Row({ backend, states }: { readonly backend: OwnBackend; readonly states: ReturnType<typeof statesOf> }) {
  const { targets = [] } = backend.backend ?? {}
  const [first, ...others] = targets
  const health = healthInWords(states, targets)
  return (
    <>
      <span>
        <bdi class="item-name">{backend.name || backend.id}</bdi>
        {backend.name && <bdi class="key muted">{backend.id}</bdi>}
        <span class="item-state">{health && <StateWord is={health.aspect}>{health.words}</StateWord>}</span>
      </span>
      <span class="item-goes muted">
        <bdi class="key">{first ? addressText(first) : 'no target'}</bdi>
        {others.length > 0 && `and ${counted(others.length, 'more', 'more')}`}
      </span>
    </>
  )
}

interface UnusedClientsProps {
  readonly api: GatewayApi
  onChange(next: GatewayApi): void
}

/** The settings of requests that no backend uses. */
function UnusedClients({ api, onChange }: UnusedClientsProps) {
  const unused = unusedClients(api)
  if (unused.length === 0) return null
  return (
    <div class="unused-clients">
      <span class="muted">Settings that no backend uses:</span>
      {unused.map((entry) => (
        <span key={entry.id} class="chip">
          <bdi class="key">{entry.id}</bdi>
          <button
            type="button"
            class="quiet icon-only"
            aria-label={`Remove the settings ${entry.id}`}
            onClick={() =>
              onChange(
                withMembers(api, {
                  clients_backend_config: api.clients_backend_config?.filter((one) => one !== entry),
                }),
              )
            }
          >
            <Icon name="x" />
          </button>
        </span>
      ))}
    </div>
  )
}
