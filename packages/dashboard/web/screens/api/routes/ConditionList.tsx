import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../../keys/keep-focus.ts'
import { FieldGroup } from '../../../parts/fields/FieldGroup.tsx'
import { Icon } from '../../../parts/signs/Icon.tsx'
import { below } from '../../../values/pointer.ts'
import {
  type ConditionForm,
  type Conditions,
  conditionForms,
  hasText,
  readCondition,
  writeCondition,
} from './conditions.ts'
import './condition-list.css'

interface ConditionListProps {
  /** What they are about: `Headers`. */
  readonly label: string
  /** What one is about: `header`. */
  readonly noun: string
  /** The JSON Pointer of the conditions. */
  readonly pointer: string
  readonly conditions: Conditions
  readonly placeholder: string
  problemsOf(pointer: string): readonly string[]
  onChange(next: Conditions | undefined, step?: string): void
}

/** Conditions on headers or query parameters, one a name. */
export function ConditionList(props: ConditionListProps) {
  const { label, noun, pointer, conditions, placeholder, problemsOf, onChange } = props
  const name = useSignal('')
  const adding = useRef<HTMLFormElement>(null)
  const list = Object.entries(conditions)
  const set = (next: readonly (readonly [string, string])[], step?: string) =>
    onChange(next.length === 0 ? undefined : Object.fromEntries(next), step)
  const add = () => {
    const added = name.value.trim()
    if (added === '' || list.some(([one]) => one === added)) return
    set([...list, [added, 'Exists()']])
    name.value = ''
  }
  return (
    <FieldGroup label={label} stacked>
      {list.map(([one, condition]) => {
        const { form, text } = readCondition(condition)
        const problems = problemsOf(below(pointer, one))
        const put = (next: string, step?: string) =>
          set(
            list.map(([other, old]) => [other, other === one ? next : old]),
            step,
          )
        return (
          <div key={one} class="api-condition">
            <bdi class="key">{one}</bdi>
            <select
              aria-label={`How the ${noun} ${one} is compared`}
              value={form}
              onChange={({ currentTarget: { value } }) => put(writeCondition({ form: value as ConditionForm, text }))}
            >
              {conditionForms.map((offered) => (
                <option key={offered.form} value={offered.form}>
                  {offered.label}
                </option>
              ))}
            </select>
            {hasText(form) && (
              <input
                type="text"
                class="key"
                dir="ltr"
                spellcheck={false}
                autocapitalize="off"
                aria-label={`What the ${noun} ${one} is compared with`}
                aria-invalid={problems.length > 0}
                placeholder={form === 'regex' ? 'v[0-9]+' : form === 'wildcard' ? 'v*' : 'value'}
                value={text}
                onInput={({ currentTarget }) =>
                  put(writeCondition({ form, text: currentTarget.value }), `${noun} ${one}`)
                }
              />
            )}
            <button
              type="button"
              class="quiet icon-only"
              aria-label={`Remove the ${noun} ${one}`}
              onClick={() => {
                set(list.filter(([other]) => other !== one))
                keepFocus(() => adding.current?.querySelector('input'))
              }}
            >
              <Icon name="x" />
            </button>
            {problems.length > 0 && <div class="problem">{problems.join('. ')}</div>}
          </div>
        )
      })}
      <form
        ref={adding}
        class="api-condition"
        onSubmit={(event) => {
          event.preventDefault()
          add()
        }}
      >
        <input
          type="text"
          class="key"
          dir="ltr"
          spellcheck={false}
          autocapitalize="off"
          aria-label={`Name of a ${noun}`}
          placeholder={placeholder}
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <button type="submit" disabled={name.value.trim() === ''}>
          Add {noun}
        </button>
      </form>
    </FieldGroup>
  )
}
