import { useContext, useEffect, useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { moved } from '../api/item-list.ts'
import { withItem } from '../condition/conditions.ts'
import type { ControlOf } from './control-props.ts'
import type { GroupField, SchemaField } from './field.ts'
import { Form, problemsAt } from './form-settings.ts'
import { hintOf } from './hints.tsx'
import { SchemaForm } from './SchemaForm.tsx'

/** An object with members of its own, folded while none of them is set. */
export function GroupControl(props: ControlOf<GroupField>) {
  const { field, label, hint, isRequired, value, byDefault, pointer, path, onChange } = props
  const problems = problemsAt(useContext(Form), pointer)
  const box = useRef<HTMLDetailsElement>(null)
  // Later, the user opens and closes it: it must not close while something in it has the focus.
  useEffect(() => {
    box.current!.open = value !== undefined || isRequired
  }, [])
  return (
    <details ref={box} class="schema-group wide">
      <summary>
        {label}
        {value === undefined && (
          <span class="muted">{isRequired ? '' : byDefault === undefined ? 'not set' : 'default'}</span>
        )}
      </summary>
      {hint !== undefined && <p class="muted">{hintOf(hint, field)}</p>}
      <SchemaForm {...{ field, value, pointer, path, onChange }} defaults={byDefault} />
      {problems.length > 0 && <p class="problem-line">{problems.join('. ')}</p>}
    </details>
  )
}

/** A list of objects, each with a form of its own. */
export function ItemsControl(props: ControlOf<Extract<SchemaField, { kind: 'items' }>>) {
  const { field, label, hint, value, byDefault, pointer, path, onChange } = props
  const form = useContext(Form)
  const box = useRef<HTMLFieldSetElement>(null)
  const items = (value ?? byDefault ?? []) as readonly unknown[]
  const problems = problemsAt(form, pointer)
  const move = (from: number, to: number, way: 'up' | 'down') => (
    <button
      key={way}
      type="button"
      class="quiet icon-only"
      aria-label={`Move ${label} ${from + 1} ${way}`}
      disabled={to < 0 || to >= items.length}
      onClick={() => onChange(moved(items, from, to))}
    >
      <Icon name={`arrow-${way}`} />
    </button>
  )
  return (
    <fieldset ref={box} class="schema-items wide">
      <legend>{label}</legend>
      {hint !== undefined && <p class="muted">{hintOf(hint, field)}</p>}
      {items.map((item, i) => (
        <fieldset key={i} class="schema-item">
          <legend class="hidden-text">
            {label} {i + 1}
          </legend>
          <div>
            <SchemaForm
              field={field.item}
              value={item}
              defaults={undefined}
              pointer={`${pointer}/${i}`}
              path={`${path}.*`}
              onChange={(next) => onChange(withItem(items, i, next))}
            />
          </div>
          <span class="schema-item-ways">
            {field.isOrdered && items.length > 1 && [move(i, i - 1, 'up'), move(i, i + 1, 'down')]}
            <button
              type="button"
              class="quiet icon-only"
              aria-label={`Remove ${label} ${i + 1}`}
              onClick={() => {
                onChange(items.filter((_, at) => at !== i))
                keepFocus(() => box.current?.querySelector<HTMLElement>(':scope > button'))
              }}
            >
              <Icon name="trash-2" />
            </button>
          </span>
        </fieldset>
      ))}
      <button type="button" onClick={() => onChange([...items, {}])}>
        <Icon name="plus" />
        Add to {label}
      </button>
      {problems.length > 0 && <p class="problem-line">{problems.join('. ')}</p>}
    </fieldset>
  )
}
