import { useSignal } from '@preact/signals'
import { TextField } from '../../../parts/fields/fields.tsx'
import { Failure } from '../../../parts/outcomes/Failure.tsx'
import { Late } from '../../../parts/outcomes/Late.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { catalogHere } from './catalog-here.ts'
import { FlowCard } from './FlowCard.tsx'
import { idProblem, withNewFlow } from './flow-list.ts'
import './flows.css'

/** The flows of an API: chains of plugins that its routes take. */
export const flowsTab: RecordTab<GatewayApi> = {
  id: 'flows',
  label: 'Flows',
  count: ({ draft }) => draft.value.flows?.length,
  show: (shown) => <Flows {...shown} />,
}

function Flows(shown: ShownRecord<GatewayApi>) {
  const { draft, edit, mayEdit } = shown
  const catalog = catalogHere()
  const { flows = [] } = draft.value
  if (catalog.state === 'failed') return <Failure error={catalog.error} retry={catalog.retry} />
  if (catalog.state === 'loading') return <Late>Loading the plugins…</Late>
  return (
    <>
      <p class="muted">
        A request passes through the plugins of its route’s flow, stage by stage. Routes without a flow use the default
        flow.
      </p>
      {flows.map((flow, at) => (
        <FlowCard key={flow.id} {...shown} flow={flow} at={at} catalog={catalog.value} />
      ))}
      {mayEdit && <NewFlow api={draft.value} add={(id) => edit(withNewFlow(draft.value, { id, name: id }))} />}
    </>
  )
}

/** Adds a flow without plugins. */
function NewFlow({ api, add }: { readonly api: GatewayApi; add(id: string): void }) {
  const id = useSignal<string | undefined>(undefined)
  const isTried = useSignal(false)
  if (id.value === undefined)
    return (
      <button
        type="button"
        onClick={() => {
          id.value = ''
          isTried.value = false
        }}
      >
        <Icon name="plus" />
        New flow
      </button>
    )
  const problem = idProblem(api, id.value)
  return (
    <form
      class="new-flow"
      onSubmit={(event) => {
        event.preventDefault()
        isTried.value = true
        if (problem !== undefined) return
        add(id.peek()!)
        id.value = undefined
      }}
    >
      <TextField
        label="Flow id"
        stacked
        mono
        autofocus
        value={id.value}
        problem={isTried.value ? problem : undefined}
        onInput={(text) => {
          id.value = text
        }}
        after={
          <>
            <button type="submit" class="primary">
              Add flow
            </button>
            <button
              type="button"
              onClick={() => {
                id.value = undefined
              }}
            >
              Cancel
            </button>
          </>
        }
      />
    </form>
  )
}
