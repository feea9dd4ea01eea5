import { ErrorPage } from '../error-page/ErrorPage.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'

/** The list of error pages; with an id, that record beside it. */
export function ErrorPages({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('errorTemplates')
  return (
    <>
      <ListScreen
        listing={listing}
        title="Error pages"
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
            what="Error pages replace what the gateway answers itself, for one route, one API or all."
            example={{ serviceId: 'global', template40x: '<h1>${message}</h1>' }}
          />
        }
      />
      {id !== undefined && <ErrorPage id={id} />}
    </>
  )
}
