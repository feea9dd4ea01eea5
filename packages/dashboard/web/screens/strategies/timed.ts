import type { Feature } from '@signalbox/core/contract'
import { compileFeature, parseLocal, timeZone } from '@signalbox/core/evaluate'
import type { BoxSettings } from '../../calls/box.ts'
import { dateTime } from '../../words/dates.ts'
import { capitalized } from '../../words/words.ts'
import { on, type StateWord, waits } from './state-word.ts'
import type { Explained, ParametersOf, ShownStrategy, StrategyName } from './strategy.ts'

type Shared<N extends StrategyName> = Pick<ShownStrategy<N>, 'words' | 'state' | 'arms' | 'audience'>

/** What the strategies have in common for which only the time decides. */
export const timed = <N extends StrategyName>(words: (parameters: ParametersOf<N>) => string): Shared<N> => ({
  words,
  state: stateNow,
  arms: (parameters) => [
    { who: capitalized(words(parameters)), what: 'everyone', isOn: true },
    { who: 'At other times', what: 'nobody', isOn: false },
  ],
  audience(feature: Feature, { timeZone: zone, bucketing }: BoxSettings, now: number) {
    const environment = { clock: () => now, zone: timeZone(zone), bucketing }
    return { kind: compileFeature(feature, environment).isActive(undefined) ? 'all' : 'none' }
  },
})

/** The state of a feature that becomes active by itself. */
export const stateNow = ({ active }: Pick<Explained, 'active'>): StateWord => (active ? on : waits)

/** A local date of an explanation, such as `2026-05-01T10:00:00.000`, in words. */
export const explainedDate = (text = ''): string => dateTime(Date.parse(`${text.slice(0, 19)}Z`), 'UTC')

/** A local date of parameters in words; as it is written if it is none. */
export function writtenDate(text: string): string {
  const local = parseLocal(text)
  return local === undefined ? text : dateTime(local, 'UTC')
}

export const DAY = 86_400_000

/** The beginning of the next day in UTC, a date that strategies can start with. */
export const tomorrow = (now: number): number => Math.floor(now / DAY) * DAY + DAY
