import type { Row } from '../../tree.ts'
import { Config } from '../config/Config.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'

/** The tree of configs; with an id, that config beside it. */
export function Configs({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('configs')
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
        title="Configs"
        current={id}
        row={row}
        actions={<ListActions listing={listing} current={id} />}
        empty={
          <Nothing
            listing={listing}
            what="A config is a JSON value that programs read by its id."
            example={{ id: 'shop:limits', value: { items: 20 } }}
          />
        }
      >
        <SelectionBar listing={listing} />
      </ListScreen>
      {id !== undefined && <Config id={id} />}
    </>
  )
}
