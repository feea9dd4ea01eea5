import type { AttributeCondition, OperatorName } from '@signalbox/core/evaluate'
import type { ConditionProps } from './editor-props.ts'
import { operatorRows } from './operator-rows.ts'
import { ValueEditor } from './ValueEditor.tsx'
import { withOperator } from './values.ts'

const operatorChoices = Object.entries(operatorRows).map(([name, { label }]) => ({ name, label }))

/** A condition on an attribute: its name, an operator and a value. */
export function AttributeEditor(props: ConditionProps<AttributeCondition>) {
  const { condition, node, pointer, problems, onChange } = props
  const { attribute, operator } = condition
  const wrong = (member: string) => problems[`${pointer}/${member}`] ?? []
  const actual = node && 'kind' in node && node.kind === 'attribute' && 'actual' in node ? node.actual : undefined
  return (
    <div class="condition-fields">
      <input
        type="text"
        class="key"
        aria-label="Attribute"
        placeholder="attribute"
        value={attribute}
        aria-invalid={attribute === '' || wrong('attribute').length > 0}
        onInput={({ currentTarget }) =>
          onChange({ ...condition, attribute: currentTarget.value }, `${pointer}/attribute`)
        }
      />
      <select
        aria-label="Operator"
        value={operator}
        onChange={({ currentTarget }) => onChange(withOperator(condition, currentTarget.value as OperatorName))}
      >
        {operatorChoices.map(({ name, label }) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <ValueEditor condition={condition} pointer={pointer} onChange={onChange} />
      {condition.ignoreCase && <span class="muted">whatever its case</span>}
      {actual !== undefined && (
        <span class="muted actual">
          is <code>{JSON.stringify(actual)}</code> here
        </span>
      )}
      {['attribute', 'operator', 'value', 'values', 'ignoreCase'].flatMap(wrong).map((sentence) => (
        <p key={sentence} class="problem-line">
          {sentence}
        </p>
      ))}
    </div>
  )
}
