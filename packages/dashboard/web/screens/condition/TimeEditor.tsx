import type { TimeCondition, TimeWindow } from '@signalbox/core/evaluate'
import { withMembers } from '../record/members.ts'
import type { ConditionProps } from './editor-props.ts'

type Day = NonNullable<TimeWindow['days']>[number]

const days = { MO: 'Mon', TU: 'Tue', WE: 'Wed', TH: 'Thu', FR: 'Fri', SA: 'Sat', SU: 'Sun' } satisfies Record<
  Day,
  string
>

const fields = [
  { member: 'from', label: 'From', type: 'datetime-local' },
  { member: 'to', label: 'To', type: 'datetime-local' },
  { member: 'startTime', label: 'Hours from', type: 'time' },
  { member: 'endTime', label: 'until', type: 'time' },
  { member: 'timezone', label: 'Time zone', type: 'text' },
] as const

/** A condition on the time: dates, hours and days, each optional. */
export function TimeEditor({ condition, pointer, problems, onChange }: ConditionProps<TimeCondition>) {
  const { time } = condition
  const set = (members: Partial<Record<keyof TimeWindow, unknown>>, step?: string) =>
    onChange({ time: withMembers(time, members) }, step)
  const chosen = time.days ?? []
  return (
    <div class="condition-fields">
      {fields.map(({ member, label, type }) => (
        <label key={member} class="inline-field">
          <span class="muted">{label}</span>
          <input
            type={type as 'text'}
            value={inputOf(time[member], type)}
            placeholder={member === 'timezone' ? 'this system’s' : undefined}
            onInput={({ currentTarget: { value } }) =>
              set({ [member]: value === '' ? undefined : value }, `${pointer}/${member}`)
            }
          />
        </label>
      ))}
      <fieldset class="days">
        <legend class="hidden-text">Days</legend>
        {(Object.keys(days) as Day[]).map((day) => (
          <label key={day} class="check">
            <input
              type="checkbox"
              checked={chosen.includes(day)}
              onChange={({ currentTarget: { checked } }) => {
                const next = (Object.keys(days) as Day[]).filter((one) =>
                  one === day ? checked : chosen.includes(one),
                )
                set({ days: next.length === 0 ? undefined : next })
              }}
            />
            {days[day]}
          </label>
        ))}
      </fieldset>
      {Object.entries(problems)
        .filter(([at]) => at.startsWith(`${pointer}/time`))
        .flatMap(([, sentences]) => sentences)
        .map((sentence) => (
          <p key={sentence} class="problem-line">
            {sentence}
          </p>
        ))}
    </div>
  )
}

/** The value of an input. Dates are written with a space or a `T`. */
const inputOf = (text: string | undefined, type: string): string =>
  type === 'datetime-local' ? (text ?? '').replace(' ', 'T') : (text ?? '')
