import type { Row } from '../../tree.ts'
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
      <RowHead row={shown} isChoosing={isMarking} isChosen={chosen.value.has(shown.key)} />
      <RowName row={shown} />
      <span class="words">{shown.entry?.tags?.join(', ')}</span>
    </>
  )
  return (
    <>
      <ListScreen listing={listing} title="Segments" current={id} row={row} empty={<p>There are no segments yet.</p>} />
      {id !== undefined && <Segment id={id} />}
    </>
  )
}
