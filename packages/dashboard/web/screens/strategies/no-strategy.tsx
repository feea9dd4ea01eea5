import { on } from './state-word.ts'
import type { StrategyView } from './strategy.ts'

/** Everybody gets the feature. It has no parameters. */
export const noStrategy: StrategyView<'NO_STRATEGY'> = {
  label: 'Always',
  name: 'always',
  initial: () => undefined,
  Form: () => <p class="muted">Everybody gets it while it is enabled. There is nothing else to set.</p>,
  words: () => 'everyone',
  state: on,
  arms: () => [{ who: 'Everybody', what: 'gets it', isOn: true }],
  audience: () => ({ kind: 'all' }),
  because: ({ active }) => (active ? ['Everybody gets it.', 'for everybody'] : ['Nobody gets it.', 'for nobody']),
}
