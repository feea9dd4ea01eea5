import { on } from './state-word.ts'
import type { StrategyView } from './strategy.ts'

/** Everybody gets the feature. It has no parameters. */
export const noStrategy: StrategyView<'NO_STRATEGY'> = {
  label: 'Always',
  name: 'always',
  initial: () => undefined,
  Form: () => <p class="muted">Everyone gets it while it’s enabled. There’s nothing else to set.</p>,
  words: () => 'everyone',
  state: on,
  arms: () => [{ who: 'Everyone', what: 'gets it', isOn: true }],
  audience: () => ({ kind: 'all' }),
  because: ({ active }) => (active ? ['Everyone gets it.', 'for everyone'] : ['Nobody gets it.', 'for nobody']),
}
