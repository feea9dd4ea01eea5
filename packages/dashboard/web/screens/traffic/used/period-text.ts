import { dateTime } from '../../../words/dates.ts'

/** The begin of an hour or a day: `3 Mar 2027 14:00`, `3 Mar 2027`. Days begin at midnight in the zone of the service. */
export function periodText(at: number, by: 'hour' | 'day', zone: string): string {
  const text = dateTime(at, zone)
  return by === 'day' ? text.replace(/ 00:00$/, '') : text
}
