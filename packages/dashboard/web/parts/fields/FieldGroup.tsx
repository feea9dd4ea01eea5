import type { ComponentChildren, RefObject } from 'preact'
import './field-group.css'

interface FieldGroupProps {
  readonly label: string
  /** What the values mean, below the controls. */
  readonly hint?: ComponentChildren | undefined
  /** What is wrong with the value as a whole. */
  readonly problem?: readonly string[]
  /** Whether the controls stand below each other. */
  readonly stacked?: boolean
  /** Gets the element, to find its controls. */
  readonly element?: RefObject<HTMLFieldSetElement | null>
  readonly children: ComponentChildren
}

/** Several controls of one member, with a label in line with those of fields. */
export const FieldGroup = ({ label, hint, problem = [], stacked = false, element, children }: FieldGroupProps) => (
  <fieldset class="field group" ref={element ?? null}>
    <legend class="hidden-text">{label}</legend>
    <span class="label" aria-hidden="true">
      {label}
    </span>
    <div class={stacked ? 'control column' : 'control'}>{children}</div>
    {hint && <div class="hint">{hint}</div>}
    {problem.length > 0 && (
      <div class="problem" dir="auto">
        {problem.join('. ')}
      </div>
    )}
  </fieldset>
)
