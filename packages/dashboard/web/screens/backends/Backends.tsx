import { Backend } from '../backend/Backend.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'

/** The list of backends; with an id, that record beside it. */
export function Backends({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('backends')
  return (
    <>
      <ListScreen
        listing={listing}
        title="Backends"
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
            what="A backend is a set of servers that the routes of all APIs can use."
            example={{ id: 'orders', backend: { targets: [{ hostname: 'orders.internal', port: 8080 }] } }}
          />
        }
      />
      {id !== undefined && <Backend id={id} />}
    </>
  )
}
