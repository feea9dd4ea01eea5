import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'
import './field.css'

/** What a control needs to belong to its field. */
export interface ControlProps {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean
}

/** What every field has. */
export interface FieldProps {
  readonly label: string
  /** What the value means, below the control. */
  readonly hint?: ComponentChildren | undefined
  /** What is wrong with the value, as one sentence or several. */
  readonly problem?: string | readonly string[] | undefined
  /** Whether the label stands above the control. */
  readonly stacked?: boolean | undefined
}

interface CustomField extends FieldProps {
  /** Draws the control. */
  children(control: ControlProps): ComponentChildren
  /** What stands after the control, such as a unit. */
  readonly after?: ComponentChildren | undefined
}

/** A control with its label, its hint and what is wrong with its value, connected for screen readers. */
export function Field({ label, hint, problem, stacked = false, after, children }: CustomField) {
  const id = useId()
  const problems = typeof problem === 'string' ? [problem] : (problem ?? [])
  const described = [hint && `${id}-hint`, problems.length > 0 && `${id}-problem`].filter(Boolean).join(' ')
  return (
    <div class={stacked ? 'field stacked' : 'field'}>
      <label for={id}>{label}</label>
      <div class="control">
        {children({
          id,
          'aria-describedby': described === '' ? undefined : described,
          'aria-invalid': problems.length > 0,
        })}
        {after}
      </div>
      {hint && (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {problems.length > 0 && (
        <div class="problem" id={`${id}-problem`} dir="auto">
          {problems.join('. ')}
        </div>
      )}
    </div>
  )
}
