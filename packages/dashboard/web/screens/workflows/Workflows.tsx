import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { Workflow } from '../workflow/Workflow.tsx'

/** The list of workflows; with an id, that record beside it. */
export function Workflows({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('workflows')
  return (
    <>
      <ListScreen
        listing={listing}
        title="Workflows"
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
            what="A workflow is a small program of steps that calls, decides and answers."
            example={{ id: 'hello', config: { kind: 'value', value: 'Hello' } }}
          />
        }
      />
      {id !== undefined && <Workflow id={id} />}
    </>
  )
}
