import { SelectField, TextField } from '../../../parts/fields/fields.tsx'
import { Lever } from '../../../parts/fields/Lever.tsx'
import { TextList } from '../../../parts/fields/TextList.tsx'
import { problemsBelow, withMembers } from '../../record/members.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { BackendPicker } from './BackendPicker.tsx'
import { ConditionList } from './ConditionList.tsx'
import type { Route } from './journey.ts'
import { Methods } from './Methods.tsx'
import { RouteSettings } from './RouteSettings.tsx'
import './route-form.css'

interface RouteFormProps {
  readonly id: string
  readonly api: GatewayApi
  readonly route: Route
  /** The place of the route in the API. */
  readonly at: number
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChange(next: Route, step?: string): void
}

/** The flow of routes that name none. */
const DEFAULT_FLOW = 'default_plugin_chain'

/** Edits which requests a route takes, and where they go. */
export function RouteForm({ id, api, route, at, problems, onChange }: RouteFormProps) {
  const { frontend = {} } = route
  const pointer = `/routes/${at}`
  const problemsOf = (member: string) => problemsBelow(problems, pointer + member)
  const set = (members: object, step?: string) => onChange(withMembers(route, members), step && `${pointer} ${step}`)
  const setFrontend = (members: object, step?: string) => set({ frontend: withMembers(frontend, members) }, step)
  return (
    <div class="api-route-form">
      <Lever
        on={route.enabled ?? true}
        label={(route.enabled ?? true) ? 'The route is on' : 'The route is off'}
        onChange={(enabled) => set({ enabled })}
      />
      <TextField
        label="Id"
        mono
        value={route.id}
        problem={problemsOf('/id')}
        onInput={(next) => set({ id: next }, 'id')}
      />
      <TextField
        label="Name"
        value={route.name ?? ''}
        problem={problemsOf('/name')}
        onInput={(name) => set({ name: name === '' ? undefined : name }, 'name')}
      />
      <Methods
        methods={frontend.methods ?? []}
        problem={problemsOf('/frontend/methods')}
        onChange={(methods) => setFrontend({ methods })}
      />
      <TextList
        label="Paths"
        noun="path"
        values={frontend.paths ?? []}
        hint="Under the context path. :id matches one segment, {id}.json a part of a segment, $year<[0-9]+> a regular expression, and * at the end everything that follows."
        placeholder="/invoices/:id"
        problemsOf={(place) => problemsOf(`/frontend/paths/${place}`)}
        onChange={(paths, step) => setFrontend({ paths }, step)}
      />
      <BackendPicker
        api={api}
        id={id}
        backend={route.backend}
        problem={problemsOf('/backend')}
        onChange={(backend, step) => set({ backend }, step)}
      />
      <SelectField
        label="Flow"
        value={route.flow_ref ?? ''}
        problem={problemsOf('/flow_ref')}
        choices={flowChoices(api, route.flow_ref)}
        onChange={(flow_ref) => set({ flow_ref: flow_ref === '' ? undefined : flow_ref })}
      />
      <ConditionList
        label="Headers"
        noun="header"
        pointer={`${pointer}/frontend/headers`}
        conditions={frontend.headers ?? {}}
        placeholder="X-Beta"
        problemsOf={(member) => problemsBelow(problems, member)}
        onChange={(headers, step) => setFrontend({ headers: headers ?? {} }, step)}
      />
      <ConditionList
        label="Query"
        noun="parameter"
        pointer={`${pointer}/frontend/query`}
        conditions={frontend.query ?? {}}
        placeholder="version"
        problemsOf={(member) => problemsBelow(problems, member)}
        onChange={(query, step) => setFrontend({ query: query ?? {} }, step)}
      />
      <RouteSettings
        frontend={frontend}
        problemsOf={(member) => problemsOf(`/frontend${member}`)}
        onChange={setFrontend}
      />
    </div>
  )
}

function flowChoices({ flows = [] }: GatewayApi, chosen: string | undefined) {
  const choices = flows
    .filter(({ id }) => id !== DEFAULT_FLOW || chosen === DEFAULT_FLOW)
    .map(({ id, name }) => ({ value: id, label: name && name !== id ? `${name} (${id})` : id }))
  const isGone = chosen !== undefined && !flows.some(({ id }) => id === chosen)
  return [
    { value: '', label: 'The default flow' },
    ...choices,
    ...(isGone ? [{ value: chosen, label: `${chosen} (missing)` }] : []),
  ]
}
