import { lazily } from '../../parts/outcomes/lazily.tsx'
import { capitalized } from '../../words/words.ts'
import { languageNames } from '../scripting/language-names.ts'
import type { ParametersOf, ShownStrategy, StrategyName, StrategyView } from './strategy.ts'

/** A script in the feature decides. */
export const script: StrategyView<'SCRIPT'> = {
  label: 'Script',
  name: 'script',
  initial: () => ({ type: 'javascript', script: firstScript }),
  Form: lazily(async () => (await import('./forms/script.tsx')).Form),
  ReadOnly: lazily(async () => (await import('./forms/script.tsx')).ReadOnly),
  ...scripted<'SCRIPT'>(({ type }) => `${languageNames[type]} script`),
}

/** The script with which a feature begins. */
const firstScript = `function enabled(context, enabled, disabled) {
  context.plan === 'pro' ? enabled() : disabled()
}`

type Shared<N extends StrategyName> = Pick<ShownStrategy<N>, 'words' | 'state' | 'arms' | 'audience' | 'because'>

/** What the strategies have in common for which a script decides. */
export function scripted<N extends StrategyName>(words: (parameters: ParametersOf<N>) => string): Shared<N> {
  return {
    words,
    state: { word: 'script', why: 'A script on the server decides.' },
    arms: (parameters) => [{ who: capitalized(words(parameters)), what: 'decides', isOn: true }],
    audience: () => ({ kind: 'script' }),
    because({ active }) {
      const says = `script says ${active ? 'yes' : 'no'}`
      return [`The ${says}.`, `its ${says}`]
    },
  }
}
