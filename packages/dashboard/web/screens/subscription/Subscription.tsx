import type { RecordOf } from '../../kinds.ts'
import { Json } from '../../parts/Json.tsx'
import { detailsTab } from '../record/details-tab.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'

/** One record: what it consists of, and its history. */
export const Subscription = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="subscriptions"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="subscriptions" id={id} value={value} saved={saved} />}
  />
)

const definition: RecordTab<RecordOf<'subscriptions'>> = {
  id: 'definition',
  label: 'Definition',
  show: ({ draft: { value } }) => <Json label="The definition" value={value} />,
}

const tabs: readonly RecordTab<RecordOf<'subscriptions'>>[] = [detailsTab(), definition]
