import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { Subscription } from '../subscription/Subscription.tsx'

/** The list of subscriptions; with an id, that record beside it. */
export function Subscriptions({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('subscriptions')
  return (
    <>
      <ListScreen
        listing={listing}
        title="Subscriptions"
        current={id}
        row={(row) => (
          <>
            <RowHead row={row} isChoosing={false} isChosen={false} />
            <RowName row={row} />
          </>
        )}
        actions={<ListActions listing={listing} current={id} />}
        empty={
          <Nothing
            listing={listing}
            what="A subscription admits a client to an API under one of its plans."
            example={{ id: 'acme-billing', api_ref: 'billing', plan_ref: 'free', owner_ref: 'acme' }}
          />
        }
      />
      {id !== undefined && <Subscription id={id} />}
    </>
  )
}
