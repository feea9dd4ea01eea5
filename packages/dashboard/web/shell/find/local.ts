import { contextText } from '../../context-at-hand.ts'
import type { KeyAction } from '../../keys.ts'
import { pathTo } from '../../path-to.ts'
import { navigate } from '../../place.ts'
import { isContextShown } from '../../screens/targeting/other-context.ts'
import { screens } from '../../screens.ts'
import { may } from '../../session.ts'
import { index } from '../../tree.ts'
import { entries } from '../entries.ts'
import { visited } from '../visited.ts'
import type { Found, Group } from './found.ts'
import { hasWords, isContext } from './found.ts'

const MOST = 20

/** What the page itself knows of: contexts, screens, records that were visited, features, and actions. */
export function findLocally(words: string, actions: readonly KeyAction[]): readonly Group[] {
  const isFound = ({ title }: Found) => hasWords(title, words)
  if (isContext(words)) return [{ title: 'Context', found: [asContext(words)] }]
  return [
    { title: 'Last visited', found: words === '' ? visits() : [] },
    { title: 'Screens', found: places().filter(isFound) },
    { title: 'Features', found: words !== '' && may('R', 'Feature') ? features(words) : [] },
    { title: 'Actions', found: actions.map(asFound).filter(isFound) },
  ]
}

/** A record of a domain, if the page has a screen for it. */
export function asRecord(domain: string, id: string): Found | undefined {
  const screen = screens.find((one) => one.domain === domain && one.path.endsWith('/:id'))
  if (!screen) return undefined
  const path = pathTo(screen.path as '/features/:id', { id })
  return { id: path, title: id, isKey: true, kind: screen.title.toLowerCase(), run: () => navigate(path) }
}

const features = (words: string): readonly Found[] =>
  index('features')
    .search(words, MOST)
    .flatMap(({ id }) => asRecord('Feature', id) ?? [])

const visits = (): readonly Found[] =>
  visited.value.map(({ path, title, kind }) => ({
    ...{ id: path, title, isKey: true, kind },
    run: () => navigate(path),
  }))

const places = (): readonly Found[] =>
  entries().map(({ path, title, entry: { icon } }) => ({
    ...{ id: path, title, kind: 'screen', icon },
    run: () => navigate(path),
  }))

const asFound = ({ label, run }: KeyAction): Found => ({
  ...{ id: `action ${label}`, title: label, kind: 'action' },
  run: () => run(new KeyboardEvent('keydown')),
})

const asContext = (text: string): Found => ({
  ...{ id: 'context', title: 'Evaluate the features with this context', kind: 'context', icon: 'file-json' },
  run() {
    contextText.value = text.trim()
    isContextShown.value = true
    navigate('/features')
  },
})
