import { useSignal } from '@preact/signals'
import { useContext, useId, useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Combobox } from '../../parts/fields/Combobox.tsx'
import { takeTyped } from '../../parts/fields/take-typed.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import type { ControlOf } from './control-props.ts'
import type { SchemaField } from './field.ts'
import { Form, problemsAt } from './form-settings.ts'
import { hintOf } from './hints.tsx'
import { readTyped } from './written.ts'
import '../record/details.css'

/** A list of texts, numbers or choices, which are added and removed one by one. */
export function ListControl(props: ControlOf<Extract<SchemaField, { kind: 'list' }>>) {
  const { field, label, hint, value, byDefault, pointer, path, onChange } = props
  const form = useContext(Form)
  const { offersOf } = form
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const text = useSignal('')
  const { item } = field
  const items = (value ?? byDefault ?? []) as readonly unknown[]
  const add = (written: string) => {
    const next = readTyped(item, written.trim())
    if (next === undefined) return
    if (!items.includes(next)) onChange([...items, next])
    text.value = ''
  }
  const problems = [...problemsAt(form, pointer), ...items.flatMap((_, i) => problemsAt(form, `${pointer}/${i}`))]
  const offers = offersOf?.(`${path}.*`)
  const control = {
    id,
    'aria-describedby': `${id}-about`,
    'aria-invalid': problems.length > 0,
  }
  return (
    <div ref={box} class="field stacked wide" {...takeTyped(() => add(text.value))}>
      <label for={id}>{label}</label>
      {items.length > 0 && (
        <ul class="chips" aria-label={label}>
          {items.map((one, i) => (
            <li key={`${i} ${one}`} class="chip">
              <bdi class="key">{one === '' ? '(empty)' : String(one)}</bdi>
              <button
                type="button"
                class="quiet icon-only"
                aria-label={`Remove ${one} from ${label}`}
                onClick={() => {
                  onChange(items.filter((_, at) => at !== i))
                  keepFocus(() => box.current?.querySelector('input, select'))
                }}
              >
                <Icon name="x" />
              </button>
            </li>
          ))}
          {value === undefined && <li class="muted">default</li>}
        </ul>
      )}
      <div class="control">
        {item.kind === 'choice' ? (
          <select {...control} value="" onChange={({ currentTarget }) => add(currentTarget.value)}>
            <option value="">Add…</option>
            {item.values
              .filter((one) => !items.includes(one))
              .map((one) => (
                <option key={String(one)} value={String(one)}>
                  {String(one)}
                </option>
              ))}
          </select>
        ) : (
          <>
            {offers ? (
              <Combobox
                {...control}
                value={text.value}
                options={offers.search}
                source={offers.source}
                onInput={(next) => {
                  text.value = next
                }}
                onPick={add}
              />
            ) : (
              <input
                {...control}
                type="text"
                inputMode={item.kind === 'number' ? 'decimal' : 'text'}
                class="key"
                dir="ltr"
                spellcheck={false}
                autocapitalize="off"
                value={text.value}
                onInput={({ currentTarget }) => {
                  text.value = currentTarget.value
                }}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter') return
                  event.preventDefault()
                  add(text.value)
                }}
              />
            )}
            <button
              type="button"
              aria-label={`Add to ${label}`}
              disabled={text.value.trim() === ''}
              onClick={() => add(text.value)}
            >
              Add
            </button>
          </>
        )}
      </div>
      <div class="hint" id={`${id}-about`}>
        {hintOf(hint, field)}
      </div>
      {problems.length > 0 && <div class="problem">{problems.join('. ')}</div>}
    </div>
  )
}
