import type { AttributeCondition } from '@signalbox/core/evaluate'
import type { ConditionProps } from './editor-props.ts'
import { choiceOf, ofLine, operatorChoices, withChoice } from './operator-choices.ts'
import { ValueEditor } from './ValueEditor.tsx'

interface AttributeEditorProps extends ConditionProps<AttributeCondition> {
  /** Whether the condition as a whole is the opposite. */
  readonly isNegated: boolean
}

/** A condition on an attribute, or its opposite: its name, an operator and a value. */
export function AttributeEditor(props: AttributeEditorProps) {
  const { isNegated, node, problems } = props
  const line = { condition: props.condition, isNegated }
  const { condition } = line
  const pointer = isNegated ? `${props.pointer}/not` : props.pointer
  const onChange: typeof props.onChange = (next, step) =>
    props.onChange(next && ofLine({ condition: next as AttributeCondition, isNegated }), step)
  const { attribute } = condition
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
        value={choiceOf(line)}
        onChange={({ currentTarget }) => props.onChange(ofLine(withChoice(line, currentTarget.value)))}
      >
        {operatorChoices.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <ValueEditor condition={condition} pointer={pointer} onChange={onChange} />
      {condition.ignoreCase && <span class="muted">ignoring case</span>}
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
