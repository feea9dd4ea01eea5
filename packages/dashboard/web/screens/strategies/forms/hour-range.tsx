import { now } from '../../../calls/clock.ts'
import { Field } from '../../../parts/fields/Field.tsx'
import { activeParts, DAY_MINUTES, hoursInWords, minuteOfDay } from '../hours.ts'
import type { FormProps } from '../strategy.ts'
import { withZone, ZoneSelect, zoneOf } from './ZoneSelect.tsx'
import './hours.css'

/** The form of `HOUR_RANGE`: two times of day and their zone. */
export function Form({ feature: { parameters }, onChange, problemsOf }: FormProps<'HOUR_RANGE'>) {
  const { startDate, endDate, timezone } = parameters
  const zone = zoneOf(parameters)
  const minute = minuteOfDay(now.value + zone.offsetAt(now.value))
  return (
    <>
      <Field label="From" problem={problemsOf('/startDate')}>
        {(control) => (
          <input
            {...control}
            type="time"
            value={startDate}
            onInput={({ currentTarget: { value } }) => onChange({ ...parameters, startDate: value }, 'start')}
          />
        )}
      </Field>
      <Field label="Until" problem={problemsOf('/endDate')}>
        {(control) => (
          <input
            {...control}
            type="time"
            value={endDate}
            onInput={({ currentTarget: { value } }) => onChange({ ...parameters, endDate: value }, 'end')}
          />
        )}
      </Field>
      <ZoneSelect
        value={timezone}
        problems={problemsOf('/timezone')}
        onChange={(name) => onChange(withZone(parameters, name))}
      />
      <div class="day" aria-hidden="true">
        <div class="day-bar">
          {activeParts(startDate, endDate).map(([from, to]) => (
            <i
              key={from}
              class="day-active"
              style={{
                insetInlineStart: `${(from / DAY_MINUTES) * 100}%`,
                insetInlineEnd: `${100 - (to / DAY_MINUTES) * 100}%`,
              }}
            />
          ))}
          <i class="day-now" style={{ insetInlineStart: `${(minute / DAY_MINUTES) * 100}%` }} />
        </div>
        <div class="day-ticks">
          {['00', '06', '12', '18', '24'].map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </div>
      </div>
      <p>
        {hoursInWords(startDate, endDate)} <span class="muted">Times are in {zone.name}.</span>
      </p>
    </>
  )
}
