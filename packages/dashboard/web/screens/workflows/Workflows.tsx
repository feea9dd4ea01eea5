import type { Row } from '../../records/tree.ts'
import { counted } from '../../words/words.ts'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { RowHead, RowName } from '../listing/RowHead.tsx'
import { recordsInSight } from '../listing/records-in-sight.ts'
import { outlineOf } from '../workflow/outline.ts'
import { Workflow } from '../workflow/Workflow.tsx'

const workflowsInSight = recordsInSight('workflows')

/** The list of workflows; with an id, that workflow beside it. */
export function Workflows({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('workflows')
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Workflow id={id} />}
      row={(row) => <WorkflowRow row={row} />}
      inSight={workflowsInSight.look}
      actions={<ListActions listing={listing} current={id} />}
      what="A workflow is a small program: steps that read records, call services and decide."
      example={{ id: 'hello', config: { kind: 'workflow', steps: [{ kind: 'value', value: 'Hello' }] } }}
    />
  )
}

function WorkflowRow({ row }: { readonly row: Row }) {
  void workflowsInSight.version.value
  const found = row.entry && workflowsInSight.find(row.entry.id)
  const { name, config } = found ?? {}
  return (
    <>
      <RowHead row={row} isChoosing={false} isChosen={false} />
      <RowName row={row} />
      <span class="words">{name !== undefined && name !== row.key && name}</span>
      {config && <span class="state muted">{counted(outlineOf(config).length, 'node')}</span>}
    </>
  )
}
