import { Lever } from '../../../parts/fields/Lever.tsx'
import { Aspect } from '../../../parts/signs/Aspect.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { problemsBelow } from '../../record/members.ts'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import { shortName } from '../../routes/route-row.ts'
import { LintLines } from '../lint/LintLines.tsx'
import { lintBelow } from '../lint/lint.ts'
import type { GatewayApi } from '../served/gateway-api.ts'
import { inShort } from './in-short.ts'
import { SlotEditor } from './SlotEditor.tsx'
import type { Slot } from './slot.ts'
import type { Stop } from './stages.ts'

interface SlotStopProps extends Pick<ShownRecord<GatewayApi>, 'id' | 'draft' | 'mayEdit'> {
  readonly stop: Stop
  /** The JSON Pointer of the slot. */
  readonly pointer: string
  /** Where it is in its stage. */
  readonly place: { readonly at: number; readonly count: number }
  /** Whether a text of the flow is not JSON: then nothing is moved, because the text belongs to a place. */
  readonly isHeld: boolean
  readonly isOpen: boolean
  toggle(): void
  onChange(next: Slot, step?: string): void
  onRemove(): void
  /** Moves it to a place of its stage. */
  onMove(to: number): void
  readonly drag: Drag
}

/** How plugins are dragged within their stage. */
interface Drag {
  /** Whether the plugin that is dragged can be dropped here. */
  readonly isTarget: boolean
  start(): void
  drop(): void
  end(): void
}

/** A plugin on the track: its state, its place, and its settings. `Alt ↑` and `Alt ↓` move it within its stage. */
export function SlotStop(props: SlotStopProps) {
  const { id, draft, mayEdit, stop, pointer, place, isHeld, isOpen, toggle } = props
  const { onChange, onRemove, onMove, drag } = props
  const { slot, plugin } = stop
  const name = plugin?.name ?? shortName(slot.plugin)
  const isOn = slot.enabled ?? true
  const wrong = problemsBelow(draft.problems, pointer)
  const lint = lintBelow(id, pointer).filter(({ code }) => code !== 'plugin.disabled')
  const short = inShort(slot)
  const moving = (to: number) => {
    if (mayEdit && !isHeld && to >= 0 && to < place.count) onMove(to)
  }
  return (
    <li
      class="flow-stop"
      data-at={stop.at}
      data-open={isOpen ? '' : undefined}
      data-off={isOn ? undefined : ''}
      data-target={drag.isTarget ? '' : undefined}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
        // Fields and the code editor have these keys themselves.
        if ((event.target as Element).closest('.slot-editor')) return
        event.preventDefault()
        moving(place.at + (event.key === 'ArrowUp' ? -1 : 1))
      }}
      onDragOver={(event) => drag.isTarget && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        drag.drop()
      }}
    >
      <div class="slot-head">
        <button type="button" class="slot-name quiet" aria-expanded={isOpen} onClick={toggle}>
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
          <b>{name}</b>
        </button>
        {wrong.length > 0 && <Aspect is="danger">Invalid</Aspect>}
        {!isOn && <span class="muted">Off</span>}
        {!plugin && <Aspect is="danger">Unknown</Aspect>}
        {plugin && !plugin.implemented && <Aspect is="caution">Not run by this version</Aspect>}
      </div>
      {short !== '' && !isOpen && <p class="slot-short muted key">{short}</p>}
      <LintLines problems={lint} />
      {mayEdit && (
        <Controls
          {...{ name, isOn, place, isHeld, onRemove, drag }}
          onSwitch={(enabled) => onChange({ ...slot, enabled })}
          onMove={moving}
        />
      )}
      {isOpen && <SlotEditor {...{ draft, mayEdit, stop, pointer, onChange }} />}
    </li>
  )
}

interface ControlsProps extends Pick<SlotStopProps, 'place' | 'isHeld' | 'onRemove' | 'onMove' | 'drag'> {
  readonly name: string
  readonly isOn: boolean
  onSwitch(on: boolean): void
}

/** What can be done with a plugin on the track. */
function Controls({ name, isOn, place, isHeld, onRemove, onMove, onSwitch, drag }: ControlsProps) {
  const why = isHeld ? 'Correct the JSON first' : undefined
  const move = (to: number, label: string, sign: string, keys: string) => (
    <button
      type="button"
      class="quiet icon-only"
      aria-label={`Move ${name} ${label}`}
      title={why ?? keys}
      disabled={isHeld || to < 0 || to >= place.count}
      onClick={() => onMove(to)}
    >
      {sign}
    </button>
  )
  return (
    <div class="slot-controls">
      <Lever bare on={isOn} label={`${name} is on`} onChange={onSwitch} />
      {place.count > 1 && (
        <>
          <span
            class="handle muted"
            aria-hidden="true"
            title="Drag to change the order"
            draggable={!isHeld}
            onDragStart={(event) => {
              event.dataTransfer?.setData('text/plain', name)
              drag.start()
            }}
            onDragEnd={drag.end}
          >
            ⠿
          </span>
          {move(place.at - 1, 'up', '↑', 'Alt ↑')}
          {move(place.at + 1, 'down', '↓', 'Alt ↓')}
        </>
      )}
      <button
        type="button"
        class="quiet icon-only"
        aria-label={`Remove ${name}`}
        title={why}
        disabled={isHeld}
        onClick={onRemove}
      >
        <Icon name="trash-2" />
      </button>
    </div>
  )
}
