import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'

/** The users and the API keys. */
export const Access = () => (
  <>
    <Listed kind="users" title="Users" />
    <Listed kind="apiKeys" title="API keys" />
  </>
)

function Listed({ kind, title }: { readonly kind: 'users' | 'apiKeys'; readonly title: string }) {
  const listing = listingOf(kind)
  return (
    <ListScreen
      listing={listing}
      title={title}
      row={(shown) => (
        <>
          <RowHead row={shown} isChoosing={false} isChosen={false} />
          <RowName row={shown} />
        </>
      )}
      actions={<ListActions listing={listing} />}
      empty={<p class="muted">None yet.</p>}
    />
  )
}
