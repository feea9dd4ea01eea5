import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { toast } from '../../../notices/toasts.ts'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { Menu } from '../../../parts/ways/Menu.tsx'
import { counted, listed } from '../../../words/words.ts'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { AddPlugin } from './AddPlugin.tsx'
import type { Catalog } from './catalog-here.ts'
import { DEFAULT_FLOW, flowPlace, freeId, routesOf, withFlow, withNewFlow } from './flow-list.ts'
import { type Flow, type Plugin, slotsOf, withSlots } from './slot.ts'
import { Track } from './Track.tsx'

interface FlowCardProps extends ShownRecord<GatewayApi> {
  readonly flow: Flow
  /** Its place among the flows. */
  readonly at: number
  readonly catalog: Catalog
}

/** One flow: the routes that take it, and its plugins as a track. */
export function FlowCard(props: FlowCardProps) {
  const { id, draft, edit, mayEdit, flow, at, catalog } = props
  const isAdding = useSignal(false)
  const open = useSignal<number | undefined>(undefined)
  const box = useRef<HTMLElement>(null)
  const api = draft.value
  const slots = slotsOf(flow)
  const latest = useRef(api)
  latest.current = api
  const add = (plugin: Plugin) => {
    isAdding.value = false
    edit(withFlow(api, at, withSlots(flow, [...slots, { plugin: plugin.id, enabled: true, config: {} }])))
    open.value = slots.length
    keepFocus(() => box.current?.querySelector<HTMLElement>('.flow-stop[data-open] .slot-name'))
  }
  const remove = () => {
    edit(withFlow(api, at, undefined))
    keepFocus()
    toast(`The flow ${flow.id} was removed.`, {
      action: { label: 'Undo', run: () => edit(withNewFlow(latest.current, flow)) },
    })
  }
  const used = routesOf(api, at)
  const isDefault = flowPlace(api, undefined) === at
  return (
    <section ref={box} class="flow-card" aria-labelledby={`flow-${at}`}>
      <header>
        <h2 id={`flow-${at}`}>
          <bdi>{flow.name && flow.name !== flow.id ? flow.name : flow.id}</bdi>
          {flow.name && flow.name !== flow.id && <bdi class="key muted">{flow.id}</bdi>}
        </h2>
        {mayEdit && (
          <>
            <button type="button" onClick={() => (isAdding.value = true)}>
              <Icon name="plus" />
              Add plugin
            </button>
            <Menu
              label={`More for the flow ${flow.id}`}
              class="quiet icon-only"
              items={[
                {
                  label: 'Duplicate',
                  icon: 'copy',
                  run: () => {
                    const copy = freeId(api, `${flow.id}-copy`)
                    edit(withNewFlow(api, { ...flow, id: copy, name: copy }))
                  },
                },
                {
                  label: 'Remove',
                  icon: 'trash-2',
                  danger: true,
                  why:
                    flow.id === DEFAULT_FLOW
                      ? 'You can’t remove the default flow.'
                      : used.length > 0
                        ? 'Routes take this flow.'
                        : undefined,
                  run: remove,
                },
              ]}
            >
              <Icon name="ellipsis" />
            </Menu>
          </>
        )}
      </header>
      <p class="muted">
        {isDefault && 'The default flow. '}
        {used.length === 0 ? (
          'No route takes it.'
        ) : (
          <>
            {counted(used.length, 'route takes', 'routes take')} it:{' '}
            <span dir="auto">{listed(used.map(({ id, name }) => name ?? id))}</span>
          </>
        )}
      </p>
      <Track {...{ id, draft, edit, mayEdit, flow, at, catalog, open }} />
      {isAdding.value && (
        <AddPlugin catalog={catalog.list} slots={slots} add={add} onClose={() => (isAdding.value = false)} />
      )}
    </section>
  )
}
