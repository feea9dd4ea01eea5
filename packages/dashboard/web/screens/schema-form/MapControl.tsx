import { useSignal } from '@preact/signals'
import { useContext, useId, useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { takeTyped } from '../../parts/fields/take-typed.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { memberOf } from '../../values/is-same.ts'
import { below, withMember } from '../../values/pointer.ts'
import type { ControlOf } from './control-props.ts'
import type { SchemaField } from './field.ts'
import { Form, problemsAt } from './form-settings.ts'
import { hintOf } from './hints.tsx'
import { TextControl } from './TextControl.tsx'

/** Texts by name, such as headers. */
export function MapControl(props: ControlOf<Extract<SchemaField, { kind: 'map' }>>) {
  const { field, label, hint, value, byDefault, pointer, path, onChange } = props
  const form = useContext(Form)
  const { namesOf } = form
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const name = useSignal('')
  const map = (value ?? byDefault ?? {}) as Readonly<Record<string, unknown>>
  const problems = problemsAt(form, pointer)
  const names = namesOf?.(path)
  const { format: _format, ...line } = { ...field.value, isLong: false }
  const take = (typed: string): boolean => {
    const added = typed.trim()
    if (added === '' || Object.hasOwn(map, added)) return false
    onChange(withMember(map, added, ''))
    name.value = ''
    return true
  }
  const add = (typed: string) => {
    if (take(typed))
      keepFocus(() => [...(box.current?.querySelectorAll<HTMLInputElement>('.map-row input') ?? [])].at(-1))
  }
  const control = { id, 'aria-describedby': `${id}-about`, 'aria-invalid': problems.length > 0 }
  const setName = (next: string) => {
    name.value = next
  }
  return (
    <div ref={box} class="field stacked wide" {...takeTyped(() => take(name.value))}>
      <label for={id}>{label}</label>
      {Object.keys(map).map((one) => (
        <div key={one} class="map-row">
          <TextControl
            field={line}
            name={one}
            label={one}
            hint={undefined}
            isRequired
            value={memberOf(map, one)}
            byDefault={undefined}
            pointer={below(pointer, one)}
            path={`${path}.*`}
            onChange={(next) => onChange(withMember(map, one, next ?? ''))}
          />
          <button
            type="button"
            class="quiet icon-only"
            aria-label={`Remove ${one} from ${label}`}
            onClick={() => {
              onChange(withMember(map, one, undefined))
              keepFocus(() => box.current?.querySelector<HTMLInputElement>(':scope > .control input'))
            }}
          >
            <Icon name="x" />
          </button>
        </div>
      ))}
      <div class="control">
        {names ? (
          <Combobox
            {...control}
            value={name.value}
            placeholder="Add a name"
            options={names.search}
            source={names.source}
            onInput={setName}
            onPick={add}
          />
        ) : (
          <input
            {...control}
            type="text"
            class="key"
            dir="ltr"
            spellcheck={false}
            autocapitalize="off"
            placeholder="Add a name"
            value={name.value}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              add(name.value)
            }}
          />
        )}
        <button
          type="button"
          aria-label={`Add to ${label}`}
          disabled={name.value.trim() === ''}
          onClick={() => add(name.value)}
        >
          Add
        </button>
      </div>
      <div class="hint" id={`${id}-about`}>
        {hintOf(hint, field.value)}
      </div>
      {problems.length > 0 && <div class="problem">{problems.join('. ')}</div>}
    </div>
  )
}
