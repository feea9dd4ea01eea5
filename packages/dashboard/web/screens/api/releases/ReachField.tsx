import { useId } from 'preact/hooks'
import { counted, listed } from '../../../words/words.ts'
import type { Route } from '../flows/slot.ts'
import type { Reach } from './release.ts'

interface ReachFieldProps {
  readonly route: Route
  /** The other routes that take its flow. */
  readonly shared: readonly Route[]
  readonly reach: Reach
  onChange(reach: Reach): void
}

/** The most routes that are named. */
const MOST_NAMED = 5

/** Asks which routes a change is for. Nothing if no other route takes the flow. */
export function ReachField({ route, shared, reach, onChange }: ReachFieldProps) {
  const name = useId()
  if (shared.length === 0) return null
  const named = shared.slice(0, MOST_NAMED).map((one) => one.name ?? one.id)
  const more = shared.length - named.length
  const others = listed([...named, ...(more > 0 ? [`${more} more`] : [])])
  const choice = (value: Reach, label: string, hint: string) => (
    <label class="reach">
      <input type="radio" name={name} checked={reach === value} onChange={() => onChange(value)} />
      <span>
        {label}
        <span class="muted">{hint}</span>
      </span>
    </label>
  )
  return (
    <fieldset class="reach-field">
      <legend>{counted(shared.length, 'other route takes', 'other routes take')} the same flow</legend>
      {choice('one', 'This route alone', `It gets a copy of the flow with the id ${route.id}, or the next free one.`)}
      {choice('all', 'All of them', `This route, and ${others}.`)}
    </fieldset>
  )
}
