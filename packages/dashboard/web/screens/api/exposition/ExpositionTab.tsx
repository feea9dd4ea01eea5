import { useGatewayUrl } from '../../../calls/gateway-url.ts'
import { Chips } from '../../../parts/fields/Chips.tsx'
import { SelectField, TextField } from '../../../parts/fields/fields.tsx'
import { Lever } from '../../../parts/fields/Lever.tsx'
import { record } from '../../../records/records.ts'
import { UnknownAddress } from '../../address/UnknownAddress.tsx'
import { Details } from '../../record/Details.tsx'
import { problemsBelow, withMembers } from '../../record/members.ts'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import { addressOf as placeOf } from '../address.ts'
import { LintLines } from '../lint/LintLines.tsx'
import { lintBelow } from '../lint/lint.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { ExpositionFacts } from './ExpositionFacts.tsx'
import { blueprints, switches } from './exposition-words.ts'
import { publishedAt } from './published-at.ts'
import './exposition.css'

/** The part of an API that says what it is called, where it answers, and what is recorded about its requests. */
export const expositionTab: RecordTab<GatewayApi> = {
  id: 'exposition',
  label: 'Address',
  show: (shown) => <Exposition {...shown} />,
}

const blueprintChoices = (Object.keys(blueprints) as (keyof typeof blueprints)[]).map((value) => ({
  ...{ value, label: blueprints[value] },
}))

function Exposition({ id, draft: { value: api, problems }, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const problemsOf = (pointer: string) => problemsBelow(problems, pointer)
  const set = (members: object, step?: string) => edit(withMembers(api, members), step)
  const lint = ['/domain', '/context_path', '/enabled'].flatMap((pointer) => lintBelow(id, pointer))
  if (!mayEdit)
    return (
      <>
        <Address id={id} api={api} />
        <LintLines problems={lint} />
        <ExpositionFacts api={api} />
      </>
    )
  return (
    <div class="exposition">
      <section class="strategy" aria-labelledby="exposition-address">
        <h2 id="exposition-address">Address</h2>
        <TextField
          label="Domain"
          mono
          value={api.domain ?? ''}
          problem={problemsOf('/domain')}
          placeholder="api.shop.example"
          hint="A host name, optionally with a port. *.shop.example stands for all its subdomains. Empty: any domain."
          onInput={(domain) => set({ domain }, 'domain')}
        />
        <TextField
          label="Context path"
          mono
          value={api.context_path ?? ''}
          problem={problemsOf('/context_path')}
          placeholder="/billing"
          hint="The paths of all routes begin with it."
          onInput={(context_path) => set({ context_path }, 'context_path')}
        />
        <Address id={id} api={api} />
        <LintLines problems={lint} />
      </section>
      <section class="strategy" aria-labelledby="exposition-name">
        <h2 id="exposition-name">About it</h2>
        <TextField
          label="Name"
          value={api.name}
          problem={problemsOf('/name')}
          onInput={(name) => set({ name }, 'name')}
        />
        <TextField
          label="Version"
          mono
          value={api.version ?? ''}
          problem={problemsOf('/version')}
          hint={api.versions && api.versions.length > 1 ? `So far: ${api.versions.join(', ')}` : undefined}
          onInput={(version) => set({ version: version === '' ? undefined : version }, 'version')}
        />
        <SelectField
          label="Blueprint"
          value={api.blueprint ?? 'REST'}
          problem={problemsOf('/blueprint')}
          choices={blueprintChoices}
          onChange={(blueprint) => set({ blueprint })}
        />
        <Details value={api} problemsOf={problemsOf} onChange={set} />
        <Chips
          label="Groups"
          noun="group"
          values={api.groups ?? []}
          hint="Groups of services, for the people who run the gateway."
          placeholder="payments"
          problem={problemsOf('/groups')}
          onChange={(groups) => set({ groups: groups.length === 0 ? undefined : groups })}
        />
      </section>
      <section class="strategy" aria-labelledby="exposition-switches">
        <h2 id="exposition-switches">What the gateway does</h2>
        {switches.map((one) => {
          const isOn = api[one.member] ?? false
          return (
            <div key={one.member} class="setting">
              <Lever on={isOn} label={one.label} onChange={(on) => set({ [one.member]: on })} />
              <p class="muted">{isOn ? one.on : one.off}</p>
            </div>
          )
        })}
        <Chips
          label="Passed headers"
          noun="header"
          values={api.pass_headers ?? []}
          hint="Headers such as X-Forwarded-Email, which backends can take as proof of identity, are dropped unless you list them. Anyone who can reach the gateway can send the headers you list."
          placeholder="X-Forwarded-Email"
          problem={problemsOf('/pass_headers')}
          onChange={(names) => set({ pass_headers: names.length === 0 ? undefined : names })}
        />
      </section>
    </div>
  )
}

function Address({ id, api }: { readonly id: string; readonly api: GatewayApi }) {
  const known = useGatewayUrl()
  const held = record('apis', id).value
  if (known && known.url === undefined) return <UnknownAddress at={placeOf(api)} />
  const at =
    known?.url === undefined ? undefined : publishedAt(api, held.state === 'ready' ? held.value : undefined, known.url)
  return (
    <p class="exposed" role="status">
      {at && (
        <>
          {at.before} <code dir="ltr">{at.url}</code>
          {at.after}
        </>
      )}
    </p>
  )
}
