import { formatLocal, parseLocal } from '@signalbox/core/evaluate'
import type { FormProps } from '../strategy.ts'
import { DateTimeRow } from './DateTimeRow.tsx'
import { InWords } from './InWords.tsx'
import { readLocal } from './local-dates.ts'
import { TimeLine } from './TimeLine.tsx'
import { withZone, ZoneSelect, zoneOf } from './ZoneSelect.tsx'

/** The form of `RELEASE_DATE`: a date and its zone. */
export function Form({ feature: { parameters }, onChange, problemsOf }: FormProps<'RELEASE_DATE'>) {
  const zone = zoneOf(parameters)
  const local = parseLocal(parameters.releaseDate)
  return (
    <>
      <DateTimeRow
        label="Active from"
        value={local}
        problems={problemsOf('/releaseDate')}
        onChange={(next) => {
          const releaseDate = next === undefined ? '' : formatLocal(next, 'dd/MM/yyyy HH:mm:ss')
          onChange({ ...parameters, releaseDate }, 'releaseDate')
        }}
      />
      <ZoneSelect
        value={parameters.timezone}
        problems={problemsOf('/timezone')}
        onChange={(name) => onChange(withZone(parameters, name))}
      />
      {local !== undefined && (
        <>
          <TimeLine from={readLocal(local, zone).instant} zone={zone.name} />
          <InWords what="Active from" local={local} zone={zone} />
        </>
      )}
    </>
  )
}
