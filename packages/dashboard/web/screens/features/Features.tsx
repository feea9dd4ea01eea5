import { useEffect } from 'preact/hooks'
import { loadBox } from '../../box.ts'
import { Menu } from '../../parts/Menu.tsx'
import { pullLever } from '../../pull-lever.ts'
import { positionOf } from '../../saving/pulled.ts'
import { may } from '../../session.ts'
import type { Row } from '../../tree.ts'
import { Feature } from '../feature/Feature.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { Nothing } from '../listing/Nothing.tsx'
import { ContextBar } from '../targeting/ContextBar.tsx'
import { isContextShown } from '../targeting/other-context.ts'
import { FeatureRow } from './FeatureRow.tsx'
import { filterItems } from './filter-items.ts'
import { featuresInSight } from './in-sight.ts'
import { askForScripts, rowStates } from './row-states.ts'

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
        mayPull={entry !== undefined && may('U', 'Feature', entry.id)}
        isChoosing={isMarking}
        isChosen={listing.isChosen(shown)}
      />
    )
  }
  const pull = (one: string) => {
    const entry = listing.index.find(one)
    if (entry && may('U', 'Feature', one))
      void pullLever('features', one, !positionOf('features', one, entry.enabled === true))
  }
  return (
    <>
      <ListScreen
        listing={listing}
        title="Features"
        current={id}
        tools={
          <>
            <Menu items={filterItems(words.value, listing.search)}>Filter</Menu>
            {!isContextShown.value && (
              <button
                type="button"
                onClick={() => {
                  isContextShown.value = true
                }}
              >
                With context…
              </button>
            )}
          </>
        }
        row={row}
        pull={pull}
        inSight={lookAt}
        actions={<ListActions listing={listing} current={id} />}
        empty={
          <Nothing
            listing={listing}
            what="A feature switches a part of your program on or off, for everybody or for some clients, without a deployment."
            example={{ id: 'shop:express', enabled: true, activationStrategy: 'NO_STRATEGY' }}
          />
        }
      >
        {isContextShown.value && <ContextBar />}
        <SelectionBar listing={listing} />
      </ListScreen>
      {id !== undefined && <Feature id={id} />}
    </>
  )
}

const lookAt = (rows: readonly Row[]): void => featuresInSight.look(rows.flatMap(({ entry }) => entry?.id ?? []))
