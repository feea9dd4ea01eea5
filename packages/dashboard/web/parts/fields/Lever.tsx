import { useId } from 'preact/hooks'
import './lever.css'

interface LeverProps {
  readonly on: boolean
  /** Its name, such as `Enabled`. */
  readonly label: string
  /** Whether the label is only read out: the text beside the lever says it already. */
  readonly bare?: boolean
  /** Whether a change is on its way. */
  readonly busy?: boolean
  /** Why it cannot be pulled. Absent: it can. */
  readonly why?: string | undefined
  onChange(on: boolean): void
}

/** The switch of a record: a bar that leans to the left when off, and to the right when on. */
export function Lever({ on, label, bare = false, busy = false, why, onChange }: LeverProps) {
  const hint = useId()
  const isFixed = why !== undefined || busy
  return (
    <label class="switch" title={why}>
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: the checkbox has its state natively
        role="switch"
        checked={on}
        aria-busy={busy}
        aria-disabled={isFixed}
        aria-describedby={why === undefined ? undefined : hint}
        onChange={({ currentTarget }) => {
          // The position is the owner's: it changes when they accept it.
          currentTarget.checked = on
          if (!isFixed) onChange(!on)
        }}
      />
      <span class={bare ? 'hidden-text' : undefined}>{label}</span>
      {why !== undefined && (
        <span id={hint} class="hidden-text">
          {why}
        </span>
      )}
    </label>
  )
}

/** The picture of a lever, for rows that say in words whether they are on. */
export const LeverMark = ({ on }: { readonly on: boolean }) => (
  <span class={on ? 'lever on' : 'lever'} aria-hidden="true" />
)
