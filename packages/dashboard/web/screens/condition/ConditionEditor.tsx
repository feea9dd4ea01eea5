import type { Condition, TraceNode } from '@signalbox/core/evaluate'
import { useRef } from 'preact/hooks'
import { keepFocus } from '../../keys/keep-focus.ts'
import { JsonText } from '../../parts/json/JsonText.tsx'
import { Icon } from '../../parts/signs/Icon.tsx'
import { Menu } from '../../parts/ways/Menu.tsx'
import { AttributeEditor } from './AttributeEditor.tsx'
import { attributeActions } from './attribute-actions.ts'
import { blank, conditionForms, formLabels, formOf, partsOf, unwrapped, withItem, wrapped } from './conditions.ts'
import type { ConditionProps } from './editor-props.ts'
import { Outcome } from './Outcome.tsx'
import { lineOf, ofLine } from './operator-choices.ts'
import { ReferenceEditor } from './ReferenceEditor.tsx'
import { TimeEditor } from './TimeEditor.tsx'
import './condition.css'

/** Edits a condition: a line for a leaf, a box for a group, each with its outcome for the context at hand. */
export function ConditionEditor(props: ConditionProps) {
  const { condition, node, pointer, problems, onChange } = props
  const form = formOf(condition)
  const own = problems[pointer] ?? []
  const line = lineOf(condition)
  const isGroup = !line && (form === 'all' || form === 'any' || form === 'not')
  return (
    <fieldset
      class={isGroup ? 'condition group' : 'condition'}
      aria-label={line ? formLabels.attribute : form ? formLabels[form] : 'Condition'}
    >
      <div class="condition-line">
        {line && <AttributeEditor {...props} {...line} node={partOf(node, 0) ?? node} />}
        {(form === 'segment' || form === 'feature') && <ReferenceEditor {...(props as ConditionProps<never>)} />}
        {form === 'time' && <TimeEditor {...(props as ConditionProps<never>)} />}
        {isGroup && <GroupHead form={form} condition={condition} onChange={onChange} />}
        {form === undefined && (
          <JsonText
            stacked
            pointer={pointer}
            value={condition}
            label="Condition"
            onChange={(next) => onChange(next as Condition)}
          />
        )}
        <span class="condition-end">
          <Outcome node={node} />
          <Menu label="Change this condition" class="quiet icon-only" items={actionsFor(condition, onChange)}>
            <Icon name="ellipsis" />
          </Menu>
        </span>
      </div>
      {own.map((sentence) => (
        <p key={sentence} class="problem-line">
          {sentence}
        </p>
      ))}
      {isGroup && <GroupParts {...props} />}
    </fieldset>
  )
}

function actionsFor(condition: Condition, onChange: ConditionProps['onChange']) {
  const line = lineOf(condition)
  const inner = line ? undefined : unwrapped(condition)
  return [
    ...(line ? attributeActions(line.condition, (next) => onChange(ofLine({ ...line, condition: next }))) : []),
    { label: 'Put into “all of”', run: () => onChange(wrapped(condition, 'all')) },
    { label: 'Put into “any of”', run: () => onChange(wrapped(condition, 'any')) },
    { label: 'Negate', run: () => onChange('not' in condition ? condition.not : wrapped(condition, 'not')) },
    ...(inner ? [{ label: 'Take out of the group', run: () => onChange(inner) }] : []),
    { label: 'Remove', icon: 'trash-2' as const, danger: true, run: () => onChange(undefined) },
  ]
}

interface GroupHeadProps extends Pick<ConditionProps, 'condition' | 'onChange'> {
  readonly form: 'all' | 'any' | 'not'
}

function GroupHead({ form, condition, onChange }: GroupHeadProps) {
  if (form === 'not') return <b class="group-name">Not</b>
  const parts = partsOf(condition)
  return (
    <select
      aria-label="How the conditions of the group are joined"
      value={form}
      onChange={({ currentTarget: { value } }) =>
        onChange((value === 'all' ? { all: parts } : { any: parts }) as Condition)
      }
    >
      <option value="all">All of</option>
      <option value="any">Any of</option>
    </select>
  )
}

function GroupParts({ condition, node, pointer, problems, onChange }: ConditionProps) {
  const parts = partsOf(condition)
  const form = formOf(condition) as 'all' | 'any' | 'not'
  const change = (at: number) => (next: Condition | undefined, step?: string) => {
    if (form === 'not') return onChange(next && { not: next }, step)
    onChange({ [form]: withItem(parts, at, next) } as unknown as Condition, step)
  }
  return (
    <div class="condition-parts">
      {parts.map((part, at) => (
        <ConditionEditor
          key={at}
          condition={part}
          node={partOf(node, at)}
          pointer={form === 'not' ? `${pointer}/not` : `${pointer}/${form}/${at}`}
          problems={problems}
          onChange={change(at)}
        />
      ))}
      {form !== 'not' && (
        <AddCondition onAdd={(next) => onChange({ [form]: [...parts, next] } as unknown as Condition)} />
      )}
    </div>
  )
}

/** The outcome of a part of a group. */
function partOf(node: TraceNode | undefined, at: number): TraceNode | undefined {
  if (!node || !('kind' in node)) return undefined
  if (node.kind === 'not') return node.node
  return node.kind === 'all' || node.kind === 'any' ? node.nodes[at] : undefined
}

interface AddConditionProps {
  onAdd(condition: Condition): void
}

/** A button that adds a condition of a form. The focus moves to its first field. */
export function AddCondition({ onAdd }: AddConditionProps) {
  const place = useRef<HTMLDivElement>(null)
  const add = (form: (typeof conditionForms)[number]) => {
    // The button goes where the conditions become a group, which has its own.
    const around = place.current?.closest('.condition-parts, .rule, .strategy')
    onAdd(blank(form))
    keepFocus(() => firstFieldOfLast(around))
  }
  return (
    <div ref={place}>
      <Menu items={conditionForms.map((form) => ({ label: formLabels[form], run: () => add(form) }))}>
        <Icon name="plus" />
        Add a condition
      </Menu>
    </div>
  )
}

/** The first field of the last condition in an element, which is the newest one there. */
function firstFieldOfLast(around: Element | null | undefined): HTMLElement | null | undefined {
  const conditions = around?.querySelectorAll('.condition')
  return [...(conditions ?? [])].at(-1)?.querySelector<HTMLElement>('input, select, textarea')
}
