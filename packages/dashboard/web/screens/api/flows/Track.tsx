import { type Signal, useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useContext, useRef } from 'preact/hooks'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { toast } from '../../../notices/toasts.ts'
import { EditedTexts } from '../../../parts/json/use-json-text.ts'
import { counted, listed } from '../../../words/words.ts'
import { withItem } from '../../condition/conditions.ts'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import type { Catalog } from './catalog-here.ts'
import { withFlow } from './flow-list.ts'
import { moveSlot } from './move-slot.ts'
import { SlotStop } from './SlotStop.tsx'
import { type Flow, type Slot, slotsOf, withSlots } from './slot.ts'
import { placed, type StagePlan, type Stop } from './stages.ts'

interface TrackProps extends ShownRecord<GatewayApi> {
  readonly flow: Flow
  readonly at: number
  readonly catalog: Catalog
  /** The place of the plugin whose settings are shown. */
  readonly open: Signal<number | undefined>
}

/** The way of a request through a flow: its plugins by stage, in the order in which they run. */
export function Track({ id, draft, edit, mayEdit, flow, at, catalog, open }: TrackProps) {
  const list = useRef<HTMLOListElement>(null)
  const said = useSignal('')
  const dragged = useSignal<{ readonly group: string; readonly from: number } | undefined>(undefined)
  const latest = useRef(draft.value)
  latest.current = draft.value
  const slots = slotsOf(flow)
  const { stages, unknown } = placed(slots, catalog.byId)
  const pointer = `/flows/${at}/plugins/slots`
  const isHeld = useContext(EditedTexts)?.unreadable.some((one) => one.pointer.startsWith(pointer)) ?? false
  const set = (next: readonly Slot[], step?: string) => edit(withFlow(draft.value, at, withSlots(flow, next)), step)
  const focusSlot = (place: number, part = '.slot-name') =>
    keepFocus(() => list.current?.querySelector<HTMLElement>(`[data-at="${place}"] ${part}`))

  function move(stops: readonly Stop[], from: number, to: number): void {
    const next = moveSlot(slots, stops, { from, to })
    if (next === slots) return
    set(next)
    if (open.peek() === stops[from]!.at) open.value = stops[to]!.at
    else open.value = undefined
    said.value = `${nameOf(stops[from]!)} is number ${to + 1} of ${stops.length} in its stage.`
    focusSlot(stops[to]!.at)
  }

  function remove({ at: place, slot, plugin }: Stop): void {
    set(slots.filter((_, i) => i !== place))
    open.value = undefined
    focusSlot(Math.max(0, place - 1))
    toast(`${nameOf({ slot, plugin })} was removed.`, {
      action: {
        label: 'Undo',
        run() {
          const flows = latest.current.flows ?? []
          const now = flows.findIndex((one) => one.id === flow.id)
          if (now < 0) return
          const back = [...slotsOf(flows[now]!)]
          back.splice(place, 0, slot)
          edit(withFlow(latest.current, now, withSlots(flows[now]!, back)))
          focusSlot(place)
        },
      },
    })
  }

  const stopOf = (group: string, stops: readonly Stop[]) => (stop: Stop, i: number) => (
    <SlotStop
      key={stop.at}
      {...{ id, draft, mayEdit, stop, isHeld }}
      pointer={`${pointer}/${stop.at}`}
      place={{ at: i, count: stops.length }}
      isOpen={open.value === stop.at}
      toggle={() => {
        open.value = open.peek() === stop.at ? undefined : stop.at
      }}
      onChange={(next, step) => set(withItem(slots, stop.at, next), step)}
      onRemove={() => remove(stop)}
      onMove={(to) => move(stops, i, to)}
      drag={{
        isTarget: dragged.value?.group === group,
        start: () => {
          dragged.value = { group, from: i }
        },
        drop() {
          if (dragged.peek()?.group === group) move(stops, dragged.peek()!.from, i)
          dragged.value = undefined
        },
        end: () => {
          dragged.value = undefined
        },
      }}
    />
  )

  return (
    <>
      <ol ref={list} class="flow-track" aria-label={`The way through ${flow.id}`}>
        <li class="flow-terminal">The request arrives</li>
        {stages.map((plan) => (
          <Stage
            key={plan.stage.step}
            plan={plan}
            admits={plan.stage.step === 'ValidateAccess' ? plansOf(draft.value) : []}
          >
            {plan.stops.map(stopOf(plan.stage.step, plan.stops))}
          </Stage>
        ))}
        {unknown.length > 0 && (
          <li class="flow-stage">
            <h3>Unknown plugins</h3>
            <p class="problem-line">
              This service’s catalog doesn’t have them. Routes refuse every request while they’re on.
            </p>
            <ol>{unknown.map(stopOf('unknown', unknown))}</ol>
          </li>
        )}
        <li class="flow-terminal">The client gets the response</li>
      </ol>
      <p class="hidden-text" role="status">
        {said.value}
      </p>
    </>
  )
}

const nameOf = ({ slot, plugin }: Pick<Stop, 'slot' | 'plugin'>): string => plugin?.name ?? slot.plugin

interface StageProps {
  readonly plan: StagePlan
  /** The plans that admit consumers in this stage. */
  readonly admits: readonly string[]
  readonly children: ComponentChildren
}

function Stage({ plan: { stage, stops, again }, admits, children }: StageProps) {
  const isBackend = stage.step === 'CallBackend'
  if (stops.length === 0 && again.length === 0 && admits.length === 0)
    return isBackend ? <li class="flow-terminal">The backend responds</li> : null
  return (
    <>
      <li class="flow-stage">
        <h3>
          {stage.label} <span class="stage-about muted">{stage.about}</span>
        </h3>
        {stops.length > 0 && <ol>{children}</ol>}
        {again.map((stop) => (
          <p key={stop.at} class="again muted">
            {nameOf(stop)} acts here, too
          </p>
        ))}
        {admits.length > 0 && (
          <p class="again muted">
            {counted(admits.length, 'plan admits', 'plans admit')} consumers: {listed(admits)}
          </p>
        )}
      </li>
      {isBackend && <li class="flow-terminal">If none responds, the backend does</li>}
    </>
  )
}

/** The names of the plans that guard the routes of an API. */
const plansOf = ({ documentation }: GatewayApi): readonly string[] =>
  (documentation?.plans ?? [])
    .filter(
      ({ status = 'staging', access_mode_configuration_type: mode }) =>
        (status === 'published' || status === 'deprecated') && mode !== 'keyless',
    )
    .map(({ id, name = id }) => name)
