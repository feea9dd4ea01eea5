import { Combobox } from '../../../parts/fields/Combobox.tsx'
import { Field } from '../../../parts/fields/Field.tsx'
import { SelectField, TextField } from '../../../parts/fields/fields.tsx'
import { InstantField } from '../../../parts/fields/InstantField.tsx'
import { index } from '../../../records/tree.ts'
import { Details } from '../../record/Details.tsx'
import { problemsBelow, withMembers } from '../../record/members.ts'
import { ConfigEditor } from '../../schema-form/ConfigEditor.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { AskedForm } from './AskedForm.tsx'
import { modeFields, pricingFields } from './mode-fields.ts'
import { type ModeName, modeWords, type Plan } from './mode-words.ts'
import { withMode } from './plan-list.ts'
import { type PlanStatus, statusOf, statusWords } from './plan-words.ts'

interface PlanFormProps {
  readonly api: GatewayApi
  readonly plan: Plan
  /** The JSON Pointer of the plan in the API. */
  readonly pointer: string
  /** Whether the saved API does not have it yet: then its id and its status are free. */
  readonly isNew: boolean
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChange(next: Plan, step?: string): void
}

const modes = Object.entries(modeWords).map(([value, { name }]) => ({ value: value as ModeName, label: name }))
const statuses = Object.entries(statusWords).map(([value, { word }]) => ({ value: value as PlanStatus, label: word }))

/** The form of a plan: how its consumers prove who they are, what they may use, and what it costs. */
export function PlanForm({ api, plan, pointer, isNew, problems, onChange }: PlanFormProps) {
  const mode = plan.access_mode_configuration_type
  const { consumer, plugin } = modeWords[mode]
  const settings = { problems, offersOf: (path: string) => offersOf(api, path) }
  const set = (members: object, step?: string) => onChange(withMembers(plan, members) as Plan, step)
  const problemsOf = (member: string) => problemsBelow(problems, `${pointer}${member}`)
  return (
    <div class="plan-form">
      {isNew && (
        <>
          <TextField
            label="Id"
            mono
            hint="You can’t change it once it’s saved."
            value={plan.id}
            problem={problemsOf('/id')}
            onInput={(id) => set({ id }, 'plan id')}
          />
          <SelectField
            label="Status"
            value={statusOf(plan)}
            choices={statuses}
            hint={statusWords[statusOf(plan)].sentence}
            problem={problemsOf('/status')}
            onChange={(status) => set({ status })}
          />
        </>
      )}
      <TextField
        label="Name"
        value={plan.name ?? ''}
        problem={problemsOf('/name')}
        onInput={(name) => set({ name: name === '' ? undefined : name }, 'plan name')}
      />
      <SelectField
        label="Access"
        value={mode}
        choices={modes}
        hint={`${consumer} ${plugin === undefined ? 'The gateway adds no plugin.' : `The gateway adds the plugin ${plugin} to all routes.`}`}
        problem={problemsOf('/access_mode_configuration_type')}
        onChange={(next) => onChange(withMode(plan, next))}
      />
      {problems[`${pointer}/access_mode_configuration`] && (
        <p class="problem-line">{problems[`${pointer}/access_mode_configuration`]?.join('. ')}</p>
      )}
      {modeFields[mode].members.length > 0 && (
        <ConfigEditor
          key={mode}
          label="The settings"
          field={modeFields[mode]}
          value={plan.access_mode_configuration}
          defaults={undefined}
          pointer={`${pointer}/access_mode_configuration`}
          settings={settings}
          onChange={(next, step) => set({ access_mode_configuration: next }, step)}
        />
      )}
      {(mode === 'apikey' || mode === 'oauth2-local') && (
        <p class="muted">Settings are copied into each credential when it is issued; existing ones keep theirs.</p>
      )}
      <details class="more-settings">
        <summary>Price</summary>
        <ConfigEditor
          label="The price"
          field={pricingFields}
          value={plan.pricing}
          defaults={undefined}
          pointer={`${pointer}/pricing`}
          settings={settings}
          onChange={(next, step) => set({ pricing: isEmpty(next) ? undefined : next }, step)}
        />
      </details>
      <details class="more-settings">
        <summary>Consumers in the portal</summary>
        <AskedForm plan={plan} pointer={pointer} problems={problems} set={set} />
      </details>
      {statusOf(plan) === 'deprecated' && (
        <>
          <InstantField
            label="Sunset"
            hint="When it will no longer be served."
            value={plan.sunset_at}
            problem={problemsOf('/sunset_at')}
            onChange={(sunset_at) => set({ sunset_at })}
          />
          <Field label="Successor" hint="The API that replaces it." problem={problemsOf('/successor')}>
            {(control) => (
              <Combobox
                {...control}
                value={plan.successor ?? ''}
                source={index('apis').version.value}
                options={(text) => apisFound(text)}
                onInput={(next) => set({ successor: next === '' ? undefined : next }, 'plan successor')}
              />
            )}
          </Field>
        </>
      )}
      <details class="more-settings">
        <summary>Description, tags and metadata</summary>
        <Details value={plan} problemsOf={problemsOf} onChange={set} />
      </details>
    </div>
  )
}

const isEmpty = (value: unknown): boolean => Object.keys((value ?? {}) as object).length === 0

const apisFound = (text: string) =>
  index('apis')
    .search(text, 20)
    .map(({ id }) => ({ value: id }))

/** What credentials may also open: other APIs, the routes of this API, and their groups. */
function offersOf(api: GatewayApi, path: string) {
  if (path !== 'authorizedEntities.*') return undefined
  const { id = '', routes = [], groups = [] } = api
  const own = [...routes.map((route) => `route_${id}:${route.id}`), ...groups.map((one) => `group_${one}`)]
  return {
    source: index('apis').version.value,
    search: (text: string) => {
      const wanted = text.trim().toLowerCase()
      const others = index('apis')
        .search(wanted.replace(/^api_/, ''), 20)
        .map((one) => `api_${one.id}`)
      return [...others, ...own.filter((one) => one.toLowerCase().includes(wanted))]
        .slice(0, 20)
        .map((value) => ({ value }))
    },
  }
}
