import type { Row } from '../../records/tree.ts'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { Segment } from '../segment/Segment.tsx'

/** The tree of segments; with an id, that segment beside it. */
export function Segments({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('segments')
  const { chosen, isChoosing } = listing
  const isMarking = isChoosing.value || chosen.value.size > 0
  const row = (shown: Row) => (
    <>
      <RowHead row={shown} isChoosing={isMarking} isChosen={listing.isChosen(shown)} />
      <RowName row={shown} />
      <span class="words">{shown.entry?.tags?.join(', ')}</span>
    </>
  )
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Segment id={id} />}
      row={row}
      actions={<ListActions listing={listing} current={id} />}
      what="A segment is a group of clients that the conditions of features refer to."
      example={{ id: 'staff', included: ['client-1041'] }}
    >
      <SelectionBar listing={listing} />
    </ListScreen>
  )
}
