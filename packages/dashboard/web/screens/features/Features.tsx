import { useEffect } from 'preact/hooks'
import { loadBox } from '../../calls/box.ts'
import type { Row } from '../../records/tree.ts'
import { Feature } from '../feature/Feature.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { FilterMenu } from '../listing/FilterMenu.tsx'
import { filterItems } from '../listing/filter-items.ts'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { pullRow } from '../listing/pull-row.ts'
import { recordsInSight } from '../listing/records-in-sight.ts'
import { ContextBar } from '../targeting/ContextBar.tsx'
import { isContextShown } from '../targeting/other-context.ts'
import { WithContext } from '../targeting/WithContext.tsx'
import { FeatureRow } from './FeatureRow.tsx'
import { filters } from './filters.ts'
import { askForScripts, rowStates } from './row-states.ts'

const featuresInSight = recordsInSight('features')

/** The tree of features; with an id, that feature beside it. */
export function Features({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('features')
  const { chosen, isChoosing, words } = listing
  void featuresInSight.version.value
  useEffect(() => void loadBox().catch(() => {}), [])
  useEffect(() => {
    askForScripts(featuresInSight.looked().flatMap((one) => featuresInSight.find(one) ?? []))
  })
  const isMarking = isChoosing.value || chosen.value.size > 0
  const row = (shown: Row) => {
    const { entry } = shown
    const feature = entry && featuresInSight.find(entry.id)
    return (
      <FeatureRow
        row={shown}
        feature={feature}
        states={entry ? rowStates(entry, feature) : []}
        isChoosing={isMarking}
        isChosen={listing.isChosen(shown)}
      />
    )
  }
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Feature id={id} />}
      tools={
        <>
          <FilterMenu items={filterItems(filters, { words: words.value, search: listing.search })} />
          <WithContext />
        </>
      }
      row={row}
      pull={(one) => pullRow('features', one)}
      inSight={featuresInSight.look}
      actions={<ListActions listing={listing} current={id} />}
      what="A feature switches a part of your program on or off, for everyone or for some clients, without a deployment."
      example={{ id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' }}
    >
      {isContextShown.value && <ContextBar />}
      <SelectionBar listing={listing} />
    </ListScreen>
  )
}
