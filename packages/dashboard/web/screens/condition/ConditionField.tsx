import type { Condition, TraceNode } from '@signalbox/core/evaluate'
import { JsonText } from '../../parts/json/JsonText.tsx'
import { AddCondition, ConditionEditor } from './ConditionEditor.tsx'
import { addsItself, joined } from './conditions.ts'

interface ConditionFieldProps {
  readonly title: string
  /** What the record does without a condition. */
  readonly without: string
  /** What its JSON is called. */
  readonly label: string
  readonly condition: Condition | undefined
  /** Its JSON Pointer in the record. */
  readonly pointer: string
  /** How it was decided for the context at hand; `undefined` while that is not known. */
  readonly node: TraceNode | undefined
  /** The sentences of the service by JSON Pointer. */
  readonly problems: Readonly<Record<string, readonly string[]>>
  /** Replaces the condition; `undefined` removes it. */
  onChange(next: Condition | undefined, step?: string): void
}

/** A condition that a record has or lacks, as a form and as JSON. */
export function ConditionField(props: ConditionFieldProps) {
  const { title, without, label, condition, pointer, node, problems, onChange } = props
  return (
    <section class="strategy" aria-label={title}>
      <h2>{title}</h2>
      {condition === undefined ? (
        <p class="muted">{without}</p>
      ) : (
        <ConditionEditor {...{ condition, node, pointer, problems, onChange }} />
      )}
      {!addsItself(condition) && (
        <div>
          <AddCondition onAdd={(next) => onChange(joined(condition, next))} />
        </div>
      )}
      <details class="more-settings">
        <summary>As JSON</summary>
        <JsonText
          stacked
          pointer={pointer}
          label={label}
          value={condition}
          problems={problems[pointer] ?? []}
          onChange={(next, step) => onChange(next as Condition | undefined, step)}
        />
      </details>
    </section>
  )
}
