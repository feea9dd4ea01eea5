import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { loadBox } from '../../calls/box.ts'
import type { MenuItem } from '../../parts/ways/Menu.tsx'
import type { Row } from '../../records/tree.ts'
import { Config } from '../config/Config.tsx'
import { SelectionBar } from '../listing/bulk/SelectionBar.tsx'
import { ListActions } from '../listing/ListActions.tsx'
import { ListScreen } from '../listing/ListScreen.tsx'
import { listingOf } from '../listing/listing.ts'
import { recordsInSight } from '../listing/records-in-sight.ts'
import { ContextBar } from '../targeting/ContextBar.tsx'
import { isContextShown } from '../targeting/other-context.ts'
import { WithContext } from '../targeting/WithContext.tsx'
import { ConfigRow } from './ConfigRow.tsx'
import { firstGroup, groupsOf } from './groups.ts'
import { newConfig } from './new-config.tsx'
import { ProgramTree } from './ProgramTree.tsx'
import { readValues } from './read-values.ts'

const configsInSight = recordsInSight('configs')

/** The tree of configs; with an id, that config beside it. */
export function Configs({ id }: { readonly id?: string | undefined }) {
  const listing = listingOf('configs')
  const { chosen, isChoosing, index } = listing
  const isTreeShown = useSignal(false)
  void configsInSight.version.value
  useEffect(() => void loadBox().catch(() => {}), [])
  const isMarking = isChoosing.value || chosen.value.size > 0
  const row = (shown: Row) => {
    const config = shown.entry && configsInSight.find(shown.entry.id)
    return (
      <ConfigRow
        row={shown}
        config={config}
        values={readValues(config)}
        isChoosing={isMarking}
        isChosen={listing.isChosen(shown)}
      />
    )
  }
  const showTree: MenuItem = {
    label: 'What programs read…',
    icon: 'list-tree',
    run: () => {
      isTreeShown.value = true
    },
  }
  return (
    <ListScreen
      listing={listing}
      current={id}
      beside={id !== undefined && <Config id={id} />}
      tools={<WithContext />}
      row={row}
      inSight={configsInSight.look}
      actions={<ListActions listing={listing} current={id} more={newConfig} items={[showTree]} />}
      what="A config is a JSON value that programs read by its id."
      example={{ id: 'shop:limits', value: { items: 20 } }}
    >
      {isContextShown.value && <ContextBar />}
      <SelectionBar listing={listing} />
      {isTreeShown.value && (
        <ProgramTree
          groups={groupsOf(index.idsOf(''))}
          start={firstGroup(id, index.size.value)}
          onClose={() => {
            isTreeShown.value = false
          }}
        />
      )}
    </ListScreen>
  )
}
