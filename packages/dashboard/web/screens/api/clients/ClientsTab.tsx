import { TextField } from '../../../parts/fields/fields.tsx'
import { Facts } from '../../../parts/lists/Facts.tsx'
import { Details } from '../../record/Details.tsx'
import { problemsBelow, withMembers } from '../../record/members.ts'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import { Items } from '../Items.tsx'
import { foundItems, freshId } from '../item-list.ts'
import { LintLines } from '../lint/LintLines.tsx'
import { lintBelow } from '../lint/lint.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { ClientSubscriptions } from './ClientSubscriptions.tsx'

type Client = NonNullable<GatewayApi['clients']>[number]

/** The part of an API with the clients that may subscribe. `client=<id>` in the address opens one. */
export const clientsTab: RecordTab<GatewayApi> = {
  id: 'clients',
  label: 'Clients',
  count: ({ draft }) => draft.value.clients?.length,
  show: (shown) => <Clients {...shown} />,
}

function Clients({ id, draft: { value: api, problems }, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const { clients = [] } = api
  return (
    <>
      <LintLines problems={lintBelow(id, '/clients')} />
      <Items
        items={clients}
        pointer="/clients"
        noun="client"
        what="A client is a team or a company that subscribes to plans. Subscriptions name it as their owner."
        problems={problems}
        mayEdit={mayEdit}
        found={(words) => foundItems(clients, words, textsOf)}
        blank={(): Client => ({ id: freshId(clients, 'new-client') })}
        row={(client) => <Row client={client} />}
        onChange={(next, step) => edit(withMembers(api, { clients: next }), step)}
      >
        {(client, at, change) => {
          const problemsOf = (member: string) => problemsBelow(problems, `/clients/${at}${member}`)
          const set = (members: object, step?: string) =>
            change(withMembers(client, members), step && `client ${at} ${step}`)
          if (!mayEdit)
            return (
              <>
                <ClientFacts client={client} />
                <ClientSubscriptions apiId={id} client={client.id} />
              </>
            )
          return (
            <>
              <TextField
                label="Id"
                mono
                value={client.id}
                problem={problemsOf('/id')}
                hint="Subscriptions use it to name their owner."
                onInput={(next) => set({ id: next }, 'id')}
              />
              <TextField
                label="Name"
                value={client.name ?? ''}
                problem={problemsOf('/name')}
                onInput={(name) => set({ name: name === '' ? undefined : name }, 'name')}
              />
              <Details value={client} problemsOf={problemsOf} pointer={`/clients/${at}`} onChange={set} />
              <ClientSubscriptions apiId={id} client={client.id} />
            </>
          )
        }}
      </Items>
    </>
  )
}

const textsOf = ({ id, name = '', description = '', tags = [] }: Client) => [id, name, description, ...tags]

const Row = ({ client: { id, name, description, tags = [] } }: { readonly client: Client }) => (
  <>
    <span>
      <bdi class="item-name">{name || id}</bdi>
    </span>
    <span class="item-goes muted">
      <bdi class="key">{id}</bdi>
      <bdi>{[description, ...tags].filter(Boolean).join(' · ')}</bdi>
    </span>
  </>
)

const ClientFacts = ({ client: { id, description, tags, metadata } }: { readonly client: Client }) => (
  <Facts
    facts={[
      ['Id', <bdi class="key">{id}</bdi>],
      ['Description', description && <bdi dir="auto">{description}</bdi>],
      ['Tags', tags?.join(', ')],
      ['Metadata', Object.keys(metadata ?? {}).length > 0 ? <code>{JSON.stringify(metadata)}</code> : undefined],
    ]}
  />
)
