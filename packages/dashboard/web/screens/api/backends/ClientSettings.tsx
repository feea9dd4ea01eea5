import { SelectField } from '../../../parts/fields/fields.tsx'
import { counted, listed } from '../../../words/words.ts'
import { Folded } from '../../backend/Folded.tsx'
import { problemsBelow, withMembers } from '../../record/members.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { ClientFields } from './ClientFields.tsx'
import { DEFAULT_CLIENT, usersOf, withClient, withOwnClient } from './client-settings.ts'

interface ClientSettingsProps {
  readonly api: GatewayApi
  /** The place of the backend in the API. */
  readonly at: number
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChange(next: GatewayApi, step?: string): void
}

/** The timeouts, retries and connections of a backend: which settings of the API it uses, and these settings. */
export function ClientSettings({ api, at, problems, onChange }: ClientSettingsProps) {
  const { backends = [], clients_backend_config: entries = [] } = api
  const backend = backends[at]!
  const used = backend.client ?? DEFAULT_CLIENT
  const place = entries.findIndex(({ id }) => id === used)
  const others = usersOf(api, used).filter((id) => id !== backend.id)
  const pointer = `/clients_backend_config/${place < 0 ? entries.length : place}/client`
  const choices = [...new Set([DEFAULT_CLIENT, ...entries.map(({ id }) => id), used])]
  const choose = (client: string) =>
    onChange(
      withMembers(api, {
        backends: backends.map((one, i) =>
          i === at ? withMembers(one, { client: client === DEFAULT_CLIENT ? undefined : client }) : one,
        ),
      }),
    )
  return (
    <Folded name="Timeouts and retries" words={used === DEFAULT_CLIENT ? 'the API’s settings' : used}>
      <SelectField
        label="Settings"
        value={used}
        problem={problemsBelow(problems, `/backends/${at}/client`)}
        choices={choices.map((value) => ({ value, label: value === DEFAULT_CLIENT ? 'The API’s settings' : value }))}
        hint={others.length > 0 ? `${listed(others)} ${others.length === 1 ? 'uses' : 'use'} them, too.` : undefined}
        onChange={choose}
        after={
          others.length > 0 && (
            <button type="button" onClick={() => onChange(withMembers(api, withOwnClient(api, at)))}>
              Use a copy
            </button>
          )
        }
      />
      <ClientFields
        value={entries[place]?.client ?? {}}
        pointer={pointer}
        problemsOf={(member) => problemsBelow(problems, pointer + member)}
        onChange={(members, step) =>
          onChange(withMembers(api, withClient(api, used, members)), step && `${pointer} ${step}`)
        }
      />
      {others.length > 0 && <p class="muted">A change here is one for {counted(others.length + 1, 'backend')}.</p>}
    </Folded>
  )
}
