import type { RecordOf } from '../../kinds/kinds.ts'
import type { MenuItem } from '../../parts/ways/Menu.tsx'
import type { Draft } from '../../records/drafts.ts'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { Snippets } from '../record/Snippets.tsx'
import { replaceSecret, setBanned } from './actions.ts'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import { headersOf, isToRepeat } from './headers.ts'
import { ScopeTab } from './ScopeTab.tsx'
import { Status } from './Status.tsx'
import { scopeWords } from './scope-sentence.ts'
import { verifySnippets } from './verify-snippets.ts'
import './webhook.css'

type Hook = RecordOf<'webhooks'>

/** One webhook: its scope, its deliveries, how calls are verified, and its history. */
export const Webhook = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="webhooks"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved }, mayEdit }) => (
      <RecordHead kind="webhooks" id={id} value={value} saved={saved} items={mayEdit && saved ? itemsOf(saved) : []} />
    )}
    above={({ draft: { newest }, mayEdit }) => newest && <Status hook={newest} mayEdit={mayEdit} />}
    consequence={consequence}
  />
)

const itemsOf = ({ clientId: id, isBanned = false }: Hook): readonly MenuItem[] => [
  { label: 'Replace the signing secret…', icon: 'key-round', run: () => void replaceSecret(id) },
  ...(isBanned ? [] : ([{ label: 'Stop deliveries', icon: 'pause', run: () => void setBanned(id, true) }] as const)),
]

const tabs: readonly RecordTab<Hook>[] = [
  { id: 'scope', label: 'Scope', show: (shown) => <ScopeTab {...shown} /> },
  { id: 'deliveries', label: 'Deliveries', show: ({ id }) => <DeliveriesTab id={id} /> },
  { id: 'verify', label: 'Verify', show: () => <VerifyTab /> },
]

/** What saving changes for the receiver. */
function consequence({ newest, result }: Draft<Hook>): readonly string[] {
  const { text } = scopeWords(result)
  const isMoved = newest !== undefined && newest.callbackUrl !== result.callbackUrl
  const before = newest && scopeWords(newest).text
  return [
    ...(before !== undefined && before !== text ? [`It receives ${text}, instead of ${before}`] : []),
    ...(isMoved ? ['What is not delivered yet goes to the new address.'] : []),
    ...(headersOf(result.headers).some((header) => isToRepeat(header, isMoved))
      ? ['Re-enter the header values first.']
      : []),
  ]
}

/** How the receiver checks that a call comes from this box. */
const VerifyTab = () => (
  <>
    <p class="hook-verify">
      Calls are signed according to <b>Standard Webhooks</b>, with the headers <code>webhook-id</code>,{' '}
      <code>webhook-timestamp</code> and <code>webhook-signature</code>. Verify them with a library for it, or with this
      function. Answer with a 2xx status within five seconds. The same <code>webhook-id</code> can arrive twice.
    </p>
    <Snippets snippets={verifySnippets} label="Runtime" />
  </>
)
