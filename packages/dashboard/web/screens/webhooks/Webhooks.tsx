import type { Row } from '../../tree.ts'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { Webhook } from '../webhook/Webhook.tsx'

/** The tree of webhooks; with an id, that webhook beside it. */
export function Webhooks({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('webhooks')
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
        title="Webhooks"
        current={id}
        row={row}
        actions={<ListActions listing={listing} current={id} />}
        empty={
          <Nothing
            listing={listing}
            what="A webhook receives changes as signed calls."
            example={{ clientId: 'shop-sync', callbackUrl: 'https://shop.example/changes' }}
          />
        }
      >
        <SelectionBar listing={listing} />
      </ListScreen>
      {id !== undefined && <Webhook id={id} />}
    </>
  )
}
