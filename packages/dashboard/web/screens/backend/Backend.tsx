import type { RecordOf } from '../../kinds.ts'
import { Json } from '../../parts/Json.tsx'

import { RecordHead } from '../record/RecordHead.tsx'
import type { RecordTab } from '../record/RecordScreen.tsx'
import { RecordScreen } from '../record/RecordScreen.tsx'

/** One record: what it consists of, and its history. */
export const Backend = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="backends"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="backends" id={id} value={value} saved={saved} />}
  />
)

const definition: RecordTab<RecordOf<'backends'>> = {
  id: 'definition',
  label: 'Definition',
  show: ({ draft: { value } }) => <Json label="The definition" value={value} />,
}

const tabs: readonly RecordTab<RecordOf<'backends'>>[] = [definition]
