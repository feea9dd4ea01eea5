import { lazily } from '../../parts/outcomes/lazily.tsx'
import { counted } from '../../words/words.ts'
import { on } from './state-word.ts'
import type { StrategyView } from './strategy.ts'

/** The clients of a list get the feature. */
export const customersList: StrategyView<'CUSTOMERS_LIST'> = {
  label: 'These clients',
  name: 'listed clients',
  initial: () => ({ customers: [] }),
  Form: lazily(async () => (await import('./forms/customers-list.tsx')).Form),
  ReadOnly: lazily(async () => (await import('./forms/customers-list.tsx')).ReadOnly),
  words: ({ customers }) => counted(customers.length, 'client'),
  state: on,
  arms: ({ customers }) => [
    { who: counted(customers.length, 'client'), what: customers.length === 1 ? 'gets it' : 'get it', isOn: true },
    { who: 'All others', what: 'don’t', isOn: false },
  ],
  audience: ({ parameters: { customers } }) =>
    customers.length === 0 ? { kind: 'none' } : { kind: 'list', ids: new Set(customers) },
  because({ active }, { customers }) {
    const listed = `${active ? '' : 'not '}among the ${counted(customers.length, 'client')} listed`
    return [`The id is ${listed}.`, `the id is ${listed}`]
  },
}
