const formats = new Map<string, Intl.DateTimeFormat>()

/** A time of day in a zone, to the second: `14:02:07`. */
export function timeOfDay(instant: number, zone: string): string {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      ...{ timeZone: zone, hourCycle: 'h23' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    })
  formats.set(zone, format)
  return format.format(instant)
}
