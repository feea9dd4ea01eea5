import { useEffect } from 'preact/hooks'
import type { Row } from '../../records/tree.ts'
import { Experiment } from '../experiment/Experiment.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { pullRow } from '../listing/pull-row.ts'
import { ExperimentRow } from './ExperimentRow.tsx'
import { inShort } from './in-short.ts'
import { newExperiment } from './new-experiment.tsx'
import { followSummaries, summariesInSight } from './summaries.ts'

/** The tree of experiments; with an id, that experiment beside it. */
export function Experiments({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('experiments')
  const { chosen, isChoosing } = listing
  const isMarking = isChoosing.value || chosen.value.size > 0
  void summariesInSight.version.value
  useEffect(followSummaries, [])
  const row = (shown: Row) => {
    const summary = shown.entry && summariesInSight.find(shown.entry.id)
    return (
      <ExperimentRow
        row={shown}
        short={summary && inShort(summary)}
        isChoosing={isMarking}
        isChosen={listing.isChosen(shown)}
      />
    )
  }
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Experiment id={id} />}
      row={row}
      pull={(one) => pullRow('experiments', one)}
      inSight={summariesInSight.look}
      actions={<ListActions listing={listing} current={id} more={newExperiment} />}
      what="An experiment shows variants to different clients, and measures which one converts more of them."
      example={{
        id: 'shop:button',
        name: 'Button',
        enabled: true,
        variants: [
          { id: 'A', name: 'blue', traffic: 0.5 },
          { id: 'B', name: 'green', traffic: 0.5 },
        ],
      }}
    >
      <SelectionBar listing={listing} />
    </ListScreen>
  )
}
