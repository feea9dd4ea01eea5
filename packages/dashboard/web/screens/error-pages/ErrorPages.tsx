import { may } from '../../calls/session.ts'
import type { Row } from '../../records/tree.ts'
import { ErrorPage } from '../error-page/ErrorPage.tsx'
import { reachOf, writtenWords } from '../error-page/pages.ts'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { recordsInSight } from '../listing/records-in-sight.ts'
import { NewErrorPage } from './NewErrorPage.tsx'

const errorPagesInSight = recordsInSight('errorTemplates')

/** The error pages by the API or the route that they are for; with an id, those pages beside the list. */
export function ErrorPages({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('errorTemplates')
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <ErrorPage id={id} />}
      row={(row) => <PageRow row={row} />}
      inSight={errorPagesInSight.look}
      actions={may('C', 'ErrorTemplate') && <NewErrorPage listing={listing} />}
      what="Error pages replace what the gateway answers itself, for one route, one API or all."
      example={{ serviceId: 'global', template40x: '<h1>${message}</h1>' }}
    />
  )
}

const reaches = { everything: 'all APIs', api: 'an API', route: 'a route' } as const

function PageRow({ row }: { readonly row: Row }) {
  void errorPagesInSight.version.value
  const found = row.entry && errorPagesInSight.find(row.entry.id)
  return (
    <>
      <RowHead row={row} isChoosing={false} isChosen={false} />
      <RowName row={row} />
      {row.entry && <span class="words">{reaches[reachOf(row.entry.id)]}</span>}
      {found && <span class="state">{writtenWords(found)}</span>}
    </>
  )
}
