import { Api } from '../api/Api.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'

/** The list of APIs; with an id, that record beside it. */
export function Apis({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('apis')
  return (
    <>
      <ListScreen
        listing={listing}
        title="APIs"
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
            what="An API groups routes, backends, flows and plans under one domain and path."
            example={{ id: 'billing', name: 'Billing', domain: 'api.shop.example', context_path: '/billing' }}
          />
        }
      />
      {id !== undefined && <Api id={id} />}
    </>
  )
}
