import { lazily } from '../../parts/outcomes/lazily.tsx'
import { hoursInWords } from './hours.ts'
import type { StrategyView } from './strategy.ts'
import { timed } from './timed.ts'

/** Active during a part of each day. */
export const hourRange: StrategyView<'HOUR_RANGE'> = {
  label: 'Hours of the day',
  name: 'hours of the day',
  initial: () => ({ startDate: '08:00', endDate: '18:00' }),
  Form: lazily(async () => (await import('./forms/hour-range.tsx')).Form),
  ...timed<'HOUR_RANGE'>(({ startDate, endDate }) => `${startDate} to ${endDate}`),
  because({ active, explanation }) {
    const { now, startDate, endDate, timezone } = explanation as unknown as Record<string, string>
    const within = `${active ? '' : 'not '}in the hours from ${startDate} until ${endDate}`
    return [`${now} in ${timezone} is ${within}.`, `the time is ${within}`]
  },
  when: ({ startDate, endDate }) => hoursInWords(startDate, endDate),
}
