import { formatLocal, parseLocal, toInstant } from '@signalbox/core/evaluate'
import { lazily } from '../../parts/outcomes/lazily.tsx'
import { dateTimeIn, fromNow } from '../../words/dates.ts'
import type { StrategyView } from './strategy.ts'
import { explainedDate, timed, tomorrow, writtenDate } from './timed.ts'

/** Active after a date. */
export const releaseDate: StrategyView<'RELEASE_DATE'> = {
  label: 'From a date',
  name: 'from a date',
  initial: (now) => ({ releaseDate: formatLocal(tomorrow(now), 'dd/MM/yyyy HH:mm:ss') }),
  Form: lazily(async () => (await import('./forms/release-date.tsx')).Form),
  ...timed<'RELEASE_DATE'>(({ releaseDate }) => `from ${writtenDate(releaseDate)}`),
  because({ active, explanation }) {
    const { now, releaseDate, timezone } = explanation as unknown as Record<string, string>
    const after = `${active ? '' : 'not '}after ${explainedDate(releaseDate)}`
    return [`${explainedDate(now)} in ${timezone} is ${after}.`, `the time is ${after}`]
  },
  when(parameters, zone, now) {
    const local = parseLocal(parameters.releaseDate)
    if (local === undefined) return undefined
    const from = toInstant(local, zone)
    return `Active ${from < now ? 'since' : 'from'} ${dateTimeIn(from, zone.name)}, ${fromNow(from, now)}.`
  },
}
