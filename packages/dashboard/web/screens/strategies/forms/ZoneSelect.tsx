import { isTimeZone, type TimeZone, timeZone } from '@signalbox/core/evaluate'
import { useMemo } from 'preact/hooks'
import { box } from '../../../calls/box.ts'
import { Field } from '../../../parts/fields/Field.tsx'
import { zone } from '../../../preferences/preferences.ts'

interface ZoneSelectProps {
  /** The chosen zone; `undefined` is that of the box. */
  readonly value: string | undefined
  readonly problems?: readonly string[]
  onChange(zone: string | undefined): void
}

/** Chooses the time zone of a strategy. */
export function ZoneSelect({ value, problems, onChange }: ZoneSelectProps) {
  const names = useMemo(() => zoneNames(value), [value])
  const own = box.value?.timeZone
  return (
    <Field label="Time zone" problem={problems}>
      {(control) => (
        <select
          {...control}
          value={value ?? ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
        >
          <option value="">{own ? `This system’s (${own})` : 'This system’s'}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

/** Parameters with another time zone; `undefined` removes it. */
export function withZone<P extends { timezone?: string }>(parameters: P, zone: string | undefined): P {
  const { timezone: _, ...rest } = parameters
  return (zone === undefined ? rest : { ...rest, timezone: zone }) as P
}

/** The time zone of parameters: their own, else that of the box. UTC while neither is known. */
export function zoneOf({ timezone }: { readonly timezone?: string }): TimeZone {
  const name = timezone ?? box.value?.timeZone ?? 'UTC'
  return timeZone(isTimeZone(name) ? name : 'UTC')
}

/** The time zones to choose from: that of the viewer and UTC first, then all that the browser knows. */
function zoneNames(chosen: string | undefined): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone')
  const first = chosen === undefined ? [] : [chosen]
  return [...new Set([...first, zone.value, 'UTC', ...known])]
}
