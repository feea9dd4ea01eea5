import { lazily } from '../../parts/outcomes/lazily.tsx'
import { scripted } from './script.ts'
import type { StrategyView } from './strategy.ts'

/** A script that features share decides. */
export const globalScript: StrategyView<'GLOBAL_SCRIPT'> = {
  label: 'Shared script',
  name: 'shared script',
  initial: () => ({ ref: '' }),
  Form: lazily(async () => (await import('./forms/global-script.tsx')).Form),
  ReadOnly: lazily(async () => (await import('./forms/global-script.tsx')).ReadOnly),
  ...scripted<'GLOBAL_SCRIPT'>(({ ref }) => `script ${ref}`),
}
