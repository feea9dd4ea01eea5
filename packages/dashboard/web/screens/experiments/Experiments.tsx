import type { Row } from '../../tree.ts'
import { Experiment } from '../experiment/Experiment.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'

/** The tree of experiments; with an id, that experiment beside it. */
export function Experiments({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('experiments')
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
    <>
      <ListScreen
        listing={listing}
        title="Experiments"
        current={id}
        row={row}
        actions={<ListActions listing={listing} current={id} />}
        empty={
          <Nothing
            listing={listing}
            what="An experiment shows clients different variants, and finds out which one convinces more of them."
            example={{
              id: 'shop:button',
              name: 'Button',
              enabled: true,
              variants: [
                { id: 'A', name: 'blue', traffic: 0.5 },
                { id: 'B', name: 'green', traffic: 0.5 },
              ],
            }}
          />
        }
      >
        <SelectionBar listing={listing} />
      </ListScreen>
      {id !== undefined && <Experiment id={id} />}
    </>
  )
}
