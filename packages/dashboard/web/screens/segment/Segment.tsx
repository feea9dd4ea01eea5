import type { Segment as SegmentRecord } from '@signalbox/core/contract'
import { Json } from '../../parts/json/Json.tsx'
import type { Draft } from '../../records/drafts.ts'
import { detailsTab } from '../record/details-tab.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { SegmentForm } from './SegmentForm.tsx'
import { consequenceOf } from './segment-consequence.ts'
import { UsesTab } from './UsesTab.tsx'

/** One segment: its condition, its lists, who uses it, and its history. */
export const Segment = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="segments"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="segments" id={id} value={value} saved={saved} />}
    consequence={consequence}
  />
)

const tabs: readonly RecordTab<SegmentRecord>[] = [
  {
    id: 'condition',
    label: 'Clients',
    show: ({ draft, edit, mayEdit }) =>
      mayEdit ? (
        <SegmentForm draft={draft.value} problems={draft.problems} onEdit={edit} />
      ) : (
        <Json label="The segment" value={draft.value} />
      ),
  },
  detailsTab(),
  { id: 'uses', label: 'Used by', show: ({ id }) => <UsesTab id={id} /> },
]

const consequence = ({ newest, result }: Draft<SegmentRecord>) => consequenceOf(newest, result)
