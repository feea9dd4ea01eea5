import { timeZone } from '@signalbox/core/evaluate'
import { useEffect, useState } from 'preact/hooks'
import { now } from '../../calls/clock.ts'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn, fromNow } from '../../words/dates.ts'
import { instantIn } from '../../words/local-time.ts'
import type { FieldProps } from './Field.tsx'
import { DateTimeField } from './fields.tsx'

interface InstantFieldProps extends FieldProps {
  /** Epoch milliseconds; `undefined` if there is none. */
  readonly value: number | undefined
  /** Called with each complete date, and with `undefined` for none. */
  onChange(next: number | undefined): void
}

/** A moment, as a date and time in the zone of the reader. Below it stands how far it is from now. */
export function InstantField({ value, onChange, hint, ...field }: InstantFieldProps) {
  const [text, setText] = useState(written(value))
  useEffect(() => {
    if (instantIn(text, zone.value) !== value) setText(written(value))
  }, [value, zone.value])
  const words = value === undefined ? '' : `${dateTimeIn(value, zone.value)}, ${fromNow(value, now.value)}. `
  return (
    <DateTimeField
      {...field}
      hint={
        <>
          {words}
          {hint}
        </>
      }
      value={text}
      onInput={(next) => {
        setText(next)
        onChange(next === '' ? undefined : instantIn(next, zone.value))
      }}
    />
  )
}

/** A moment as the control writes it, in the zone of the reader. */
function written(instant: number | undefined): string {
  if (instant === undefined) return ''
  const local = instant + timeZone(zone.value).offsetAt(instant)
  return new Date(local).toISOString().slice(0, 19).replace(/:00$/, '')
}
