import type { RecordOf } from '../../kinds.ts'
import { Json } from '../../parts/Json.tsx'
import { detailsTab } from '../record/details-tab.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'

/** One record: what it consists of, and its history. */
export const ErrorPage = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="errorTemplates"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="errorTemplates" id={id} value={value} saved={saved} />}
  />
)

const definition: RecordTab<RecordOf<'errorTemplates'>> = {
  id: 'definition',
  label: 'Definition',
  show: ({ draft: { value } }) => <Json label="The definition" value={value} />,
}

const tabs: readonly RecordTab<RecordOf<'errorTemplates'>>[] = [detailsTab(), definition]
