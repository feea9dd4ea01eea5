import type { AttributeCondition } from '@signalbox/core/evaluate'
import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'
import type { ConditionProps } from './editor-props.ts'
import { placeholders, rowOf } from './operator-rows.ts'
import { shownText, type Typed } from './shown-text.ts'
import { fromLines, numberOr, type Scalar, takesNumbers, toLines, valuesOf, withValues } from './values.ts'

type ValueEditorProps = Pick<ConditionProps<AttributeCondition>, 'condition' | 'pointer' | 'onChange'>

/** A date without a zone, as `<input type="datetime-local">` takes it. */
const LOCAL_DATE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?)?$/

const typeOf = (value: Scalar | undefined): 'text' | 'number' | 'boolean' =>
  typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'text'

/** The value of a condition, or several, one a line. */
export function ValueEditor({ condition, pointer, onChange }: ValueEditorProps) {
  const { operator, values: list } = condition
  const { input } = rowOf(operator)
  const values = valuesOf(condition)
  const [first] = values
  const isNumber = useNumbers(takesNumbers(operator, first), first)
  const step = `${pointer}/value`
  if (input === 'none') return null
  const set = (next: readonly Scalar[], undoStep?: string) => onChange(withValues(condition, next), undoStep)
  if (list !== undefined)
    return (
      <TypedValue
        value={values}
        written={toLines(values)}
        read={(text) => fromLines(text, isNumber)}
        onRead={(next) => onChange({ ...condition, values: next }, step)}
      >
        {(text, onInput) => (
          <textarea
            class="key value"
            aria-label="Values, one per line"
            wrap="off"
            spellcheck={false}
            rows={Math.min(8, Math.max(2, text.split('\n').length))}
            value={text}
            onInput={({ currentTarget }) => onInput(currentTarget.value)}
          />
        )}
      </TypedValue>
    )
  if (typeOf(first) === 'boolean')
    return (
      <select
        aria-label="Value"
        value={String(first)}
        onChange={({ currentTarget }) => set([currentTarget.value === 'true'])}
      >
        <option value="true">true</option>
        <option value="false">false</option>
      </select>
    )
  return (
    <TypedValue
      value={first ?? ''}
      written={String(first ?? '')}
      read={(text) => (isNumber ? numberOr(text) : text)}
      onRead={(next) => set([next], step)}
    >
      {(text, onInput) => (
        <input
          type={(input === 'date' && LOCAL_DATE.test(String(first ?? '')) ? 'datetime-local' : 'text') as 'text'}
          class="key value"
          aria-label="Value"
          inputMode={isNumber ? 'decimal' : undefined}
          placeholder={placeholders[input]}
          value={text}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
    </TypedValue>
  )
}

/** Whether numbers are typed. While a number is being typed, it may be an empty text or a sign for a moment. */
function useNumbers(isNumber: boolean, first: Scalar | undefined): boolean {
  const was = useRef(isNumber)
  was.current = isNumber || (was.current && (first === undefined || first === '' || first === '-'))
  return was.current
}

interface TypedValueProps<T> extends Typed<T> {
  onRead(value: T): void
  /** Draws the control. */
  children(text: string, onInput: (text: string) => void): ComponentChildren
}

/** A control for text that stays as it is typed while it stands for the value. */
function TypedValue<T>({ onRead, children, ...typed }: TypedValueProps<T>) {
  const [text, setText] = useState(typed.written)
  return (
    <>
      {children(shownText(text, typed), (next) => {
        setText(next)
        onRead(typed.read(next))
      })}
    </>
  )
}
