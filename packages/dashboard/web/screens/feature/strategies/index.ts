import { formatLocal } from '@signalbox/core/evaluate'
import { AlwaysForm } from './AlwaysForm.tsx'
import { BetweenDatesForm } from './BetweenDatesForm.tsx'
import { ClientsForm } from './ClientsForm.tsx'
import { FromDateForm } from './FromDateForm.tsx'
import { HoursForm } from './HoursForm.tsx'
import { RulesForm } from './RulesForm.tsx'
import { ScriptForm } from './ScriptForm.tsx'
import { SharedScriptForm } from './SharedScriptForm.tsx'
import { ShareForm } from './ShareForm.tsx'
import type { StrategyName, StrategyRow } from './strategy.ts'

const DAY = 86_400_000

/** The beginning of the next day in UTC, a date that strategies can start with. */
const tomorrow = (now: number): number => Math.floor(now / DAY) * DAY + DAY

/** The script with which a feature begins. */
const script = `function enabled(context, enabled, disabled) {
  context.plan === 'pro' ? enabled() : disabled()
}`

/** The strategies, in the order of the picker. */
export const strategies: { readonly [N in StrategyName]: StrategyRow<N> } = {
  NO_STRATEGY: { name: 'NO_STRATEGY', label: 'Always', initial: () => undefined, Form: AlwaysForm },
  RELEASE_DATE: {
    name: 'RELEASE_DATE',
    label: 'From a date',
    initial: (now) => ({ releaseDate: formatLocal(tomorrow(now), 'dd/MM/yyyy HH:mm:ss') }),
    Form: FromDateForm,
  },
  DATE_RANGE: {
    name: 'DATE_RANGE',
    label: 'Between dates',
    initial: (now) => ({
      from: formatLocal(tomorrow(now), 'yyyy-MM-dd HH:mm:ss'),
      to: formatLocal(tomorrow(now) + 7 * DAY - 1000, 'yyyy-MM-dd HH:mm:ss'),
    }),
    Form: BetweenDatesForm,
  },
  HOUR_RANGE: {
    name: 'HOUR_RANGE',
    label: 'Hours of the day',
    initial: () => ({ startDate: '08:00', endDate: '18:00' }),
    Form: HoursForm,
  },
  PERCENTAGE: {
    name: 'PERCENTAGE',
    label: 'Share of clients',
    initial: () => ({ percentage: 10 }),
    Form: ShareForm,
  },
  CUSTOMERS_LIST: {
    name: 'CUSTOMERS_LIST',
    label: 'These clients',
    initial: () => ({ customers: [] }),
    Form: ClientsForm,
  },
  RULES: { name: 'RULES', label: 'Rules', initial: () => ({ rules: [] }), Form: RulesForm },
  SCRIPT: { name: 'SCRIPT', label: 'Script', initial: () => ({ type: 'javascript', script }), Form: ScriptForm },
  GLOBAL_SCRIPT: {
    name: 'GLOBAL_SCRIPT',
    label: 'Shared script',
    initial: () => ({ ref: '' }),
    Form: SharedScriptForm,
  },
}
