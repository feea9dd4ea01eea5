import { may } from '../../calls/session.ts'
import type { KeyAction } from '../../keys/keys.ts'
import { kinds, type ListedKind, listedKinds, listOf, screenOf } from '../../kinds/kinds.ts'
import { nounOf } from '../../log/domains.ts'
import { pastedRequest } from '../../place/pasted-request.ts'
import { navigate } from '../../place/place.ts'
import { contextText } from '../../preferences/context-at-hand.ts'
import { askedNew } from '../../records/asked-new.ts'
import { index } from '../../records/tree.ts'
import { isContextShown } from '../../screens/targeting/other-context.ts'
import { isRequestId, requestPath } from '../../screens/traffic/tail/request-path.ts'
import { entries } from '../menu/entries.ts'
import { visited } from '../visited.ts'
import { type Found, type Group, hasWords, isContext, isRequest } from './found.ts'

const MOST = 20

/** What the page itself knows of: contexts, requests, screens, records that were visited or are in an index, and actions. */
export function findLocally(words: string, actions: readonly KeyAction[]): readonly Group[] {
  const isFound = ({ title }: Found) => hasWords(title, words)
  if (isContext(words)) return [{ title: 'Context', found: [asContext(words)] }]
  if (isRequest(words) && may('R', 'Api')) return [{ title: 'Request', found: [asRequest(words)] }]
  if (isRequestId(words) && may('R', 'Api')) return [{ title: 'Request', found: [asRequestId(words)] }]
  return [
    { title: 'Last visited', found: words === '' ? visits() : [] },
    { title: 'Screens', found: places().filter(isFound) },
    { title: 'Features', found: indexed('features', words) },
    { title: 'Webhooks and access', found: forAdmins.flatMap((kind) => indexed(kind, words)) },
    { title: 'Actions', found: [...actions.map(asFound), ...creations()].filter(isFound) },
  ]
}

/** A record of a domain, if the page has a screen for it. */
export function asRecord(domain: string, id: string): Found | undefined {
  const path = screenOf(domain, id)
  if (path === undefined) return undefined
  return { id: path, title: id, isKey: true, kind: nounOf(domain), run: () => navigate(path) }
}

/** The kinds that the search of the service leaves out. */
const forAdmins = ['webhooks', 'users', 'apiKeys'] as const satisfies ListedKind[]

/** Finds records in the index of a kind, which the first search loads. */
function indexed(kind: ListedKind, words: string): readonly Found[] {
  const { domain } = kinds[kind]
  if (words === '' || !may('R', domain)) return []
  const records = index(kind)
  void records.version.value
  return records.search(words, MOST).flatMap(({ id }) => asRecord(domain, id) ?? [])
}

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

/** The dialogs for new records, on their lists. */
const creations = (): readonly Found[] =>
  listedKinds
    .filter((kind) => may('C', kinds[kind].domain))
    .map((kind) => ({
      ...{ id: `new ${kind}`, title: `New ${kinds[kind].noun}`, kind: 'action' },
      run() {
        askedNew.value = kind
        navigate(listOf(kind))
      },
    }))

const asRequestId = (id: string): Found => ({
  ...{ id: `request ${id}`, title: `Explain the request ${id}`, kind: 'request', icon: 'search' },
  run: () => navigate(requestPath(id)),
})

const asContext = (text: string): Found => ({
  ...{ id: 'context', title: 'Evaluate the features with this context', kind: 'context', icon: 'file-json' },
  run() {
    contextText.value = text.trim()
    isContextShown.value = true
    navigate('/features')
  },
})

/** Requests may have credentials: they go to the screen in memory, not in the address. */
const asRequest = (text: string): Found => ({
  ...{ id: 'request', title: 'Test a request', kind: 'request', icon: 'signpost' },
  run() {
    pastedRequest.value = text
    navigate('/gateway/routes/explain')
  },
})
