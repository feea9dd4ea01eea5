import type { AttributeCondition } from '@signalbox/core/evaluate'
import type { ConditionProps } from './editor-props.ts'
import { placeholders, rowOf } from './operator-rows.ts'
import type { Scalar } from './values.ts'
import { fromLines, numberOr, toLines, valuesOf, withValues } from './values.ts'

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
  const step = `${pointer}/value`
  if (input === 'none') return null
  const set = (next: readonly Scalar[], undoStep?: string) => onChange(withValues(condition, next), undoStep)
  return (
    <>
      {list !== undefined ? (
        <textarea
          class="key value"
          aria-label="Values, one a line"
          wrap="off"
          spellcheck={false}
          rows={Math.min(8, Math.max(2, values.length))}
          value={toLines(values)}
          onInput={({ currentTarget }) => {
            const next = fromLines(currentTarget.value, { operator, like: first })
            onChange({ ...condition, values: next }, step)
          }}
        />
      ) : typeOf(first) === 'boolean' ? (
        <select
          aria-label="Value"
          value={String(first)}
          onChange={({ currentTarget }) => set([currentTarget.value === 'true'])}
        >
          <option value="true">true</option>
          <option value="false">false</option>
        </select>
      ) : (
        <input
          type={(input === 'date' && LOCAL_DATE.test(String(first ?? '')) ? 'datetime-local' : 'text') as 'text'}
          class="key value"
          aria-label="Value"
          inputMode={input === 'number' ? 'decimal' : undefined}
          placeholder={placeholders[input]}
          value={String(first ?? '')}
          onInput={({ currentTarget: { value } }) => {
            const isNumber = input === 'number' || typeOf(first) === 'number'
            set([isNumber && !value.endsWith('.') ? numberOr(value) : value], step)
          }}
        />
      )}
    </>
  )
}
