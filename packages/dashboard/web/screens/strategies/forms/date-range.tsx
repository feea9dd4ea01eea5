import { formatLocal, parseLocal } from '@signalbox/core/evaluate'
import type { FormProps } from '../strategy.ts'
import { DateTimeRow } from './DateTimeRow.tsx'
import { InWords } from './InWords.tsx'
import { readLocal } from './local-dates.ts'
import { TimeLine } from './TimeLine.tsx'
import { withZone, ZoneSelect, zoneOf } from './ZoneSelect.tsx'

const SECOND = 1000

/** The form of `DATE_RANGE`: the first and the last date, and their zone. */
export function Form({ feature: { parameters }, onChange, problemsOf }: FormProps<'DATE_RANGE'>) {
  const zone = zoneOf(parameters)
  const [from, to] = [parseLocal(parameters.from), parseLocal(parameters.to)]
  const change = (member: 'from' | 'to') => (next: number | undefined) => {
    const text = next === undefined ? '' : formatLocal(next, 'yyyy-MM-dd HH:mm:ss')
    onChange({ ...parameters, [member]: text }, member)
  }
  return (
    <>
      <DateTimeRow label="First" value={from} problems={problemsOf('/from')} onChange={change('from')} />
      <DateTimeRow label="Last" value={to} problems={problemsOf('/to')} onChange={change('to')} />
      <ZoneSelect
        value={parameters.timezone}
        problems={problemsOf('/timezone')}
        onChange={(name) => onChange(withZone(parameters, name))}
      />
      {from !== undefined && to !== undefined && from > to && (
        <p class="problem-line">Never active: the last date lies before the first.</p>
      )}
      {from !== undefined && to !== undefined && from <= to && (
        <>
          <TimeLine
            from={readLocal(from, zone).instant}
            to={readLocal(to, zone, 'last').instant + SECOND}
            zone={zone.name}
          />
          <InWords what="Active from" local={from} zone={zone} />
          <InWords what="Its last second begins" local={to} zone={zone} which="last" />
        </>
      )}
    </>
  )
}
