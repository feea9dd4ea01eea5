import { formatLocal, parseLocal, toInstant } from '@signalbox/core/evaluate'
import { lazily } from '../../parts/outcomes/lazily.tsx'
import { dateTimeIn, fromNow } from '../../words/dates.ts'
import type { Explained, StrategyView } from './strategy.ts'
import { DAY, explainedDate, stateNow, timed, tomorrow, writtenDate } from './timed.ts'

const SECOND = 1000

/** Active between two dates. */
export const dateRange: StrategyView<'DATE_RANGE'> = {
  label: 'Between dates',
  name: 'between dates',
  initial: (now) => ({
    from: formatLocal(tomorrow(now), 'yyyy-MM-dd HH:mm:ss'),
    to: formatLocal(tomorrow(now) + 7 * DAY - SECOND, 'yyyy-MM-dd HH:mm:ss'),
  }),
  Form: lazily(async () => (await import('./forms/date-range.tsx')).Form),
  ...timed<'DATE_RANGE'>(({ from, to }) => `from ${writtenDate(from)} to ${writtenDate(to)}`),
  state: (result) => (isOver(result) ? { word: 'over', why: 'Its last date has passed.' } : stateNow(result)),
  because({ active, explanation }) {
    const { now, from, to, timezone } = explanation as unknown as Record<string, string>
    const between = `${active ? '' : 'not '}between ${explainedDate(from)} and ${explainedDate(to)}`
    return [`${explainedDate(now)} in ${timezone} is ${between}.`, `the time is ${between}`]
  },
  when(parameters, zone, now) {
    const [first, last] = [parseLocal(parameters.from), parseLocal(parameters.to)]
    if (first === undefined || last === undefined) return undefined
    const [from, to] = [toInstant(first, zone), toInstant(last, zone, 'last')]
    if (to < from) return 'Never active: the last date lies before the first.'
    const at = (instant: number) => `${dateTimeIn(instant, zone.name)}, ${fromNow(instant, now)}`
    if (now < from) return `Active from ${at(from)}, until ${dateTimeIn(to, zone.name)}.`
    return now < to ? `Active until ${at(to)}.` : `Nobody gets it: it ended ${fromNow(to, now)}.`
  },
}

/** Dates of one explanation are written alike, so that their order is the order of their texts. */
const isOver = ({ active, explanation: { now, to } }: Explained): boolean => !active && String(now) > String(to)
