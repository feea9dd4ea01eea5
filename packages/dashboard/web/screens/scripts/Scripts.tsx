import type { Row } from '../../tree.ts'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { Script } from '../script/Script.tsx'

/** The tree of scripts; with an id, that script beside it. */
export function Scripts({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('scripts')
  const { chosen, isChoosing } = listing
  const isMarking = isChoosing.value || chosen.value.size > 0
  const row = (shown: Row) => (
    <>
      <RowHead row={shown} isChoosing={isMarking} isChosen={listing.isChosen(shown)} />
      <RowName row={shown} />
    </>
  )
  return (
    <>
      <ListScreen
        listing={listing}
        title="Scripts"
        current={id}
        row={row}
        actions={<ListActions listing={listing} current={id} />}
        empty={
          <Nothing
            listing={listing}
            what="A script decides for whom features are active. Several features can share it."
            example={{
              id: 'shop:staff',
              name: 'Staff',
              source: {
                type: 'javascript',
                script: 'function enabled(context, enabled, disabled) { context.staff ? enabled() : disabled() }',
              },
            }}
          />
        }
      >
        <SelectionBar listing={listing} />
      </ListScreen>
      {id !== undefined && <Script id={id} />}
    </>
  )
}
