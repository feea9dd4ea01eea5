import { useSignal } from '@preact/signals'
import { matches } from '@signalbox/core/grants'
import { useMemo } from 'preact/hooks'
import { kinds, type ListedKind, pathOf } from '../../kinds/kinds.ts'
import { Rows } from '../../parts/lists/Rows.tsx'
import { Late } from '../../parts/outcomes/Late.tsx'
import { navigate } from '../../place/place.ts'
import { index } from '../../records/tree.ts'
import { createEntries } from '../../tree/entries.ts'
import { rowsOf } from '../../tree/row-list.ts'
import '../listing/listing.css'
import { RowHead, RowName } from '../listing/RowHead.tsx'

/** With so few records, all groups are open at first. */
const FEW = 100

interface SeenTreeProps {
  readonly kind: ListedKind
  /** The ids that can be seen. */
  readonly pattern: string
}

/** The records that match a pattern, as a tree. */
export function SeenTree({ kind, pattern }: SeenTreeProps) {
  const records = index(kind)
  const toggled = useSignal<ReadonlySet<string>>(new Set())
  const entries = useMemo(() => {
    const seen = createEntries()
    for (const id of records.idsOf('')) if (matches(pattern, id)) seen.put({ id })
    return seen
  }, [records.version.value, pattern])
  const isOpenAtFirst = entries.size <= FEW
  const rows = useMemo(
    () => rowsOf(entries, { isOpen: (key) => toggled.value.has(key) !== isOpenAtFirst }),
    [entries, toggled.value],
  )
  if (records.state.value === 'loading') return <Late>Loading…</Late>
  return (
    <div class="seen listing">
      <Rows
        label={`${kinds[kind].noun}s that can be seen`}
        name={`seen-${kind}`}
        rows={rows}
        isChosen={() => false}
        render={(row) => (
          <>
            <RowHead row={row} isChoosing={false} isChosen={false} />
            <RowName row={row} />
          </>
        )}
        toggle={(key) => {
          const next = new Set(toggled.value)
          if (!next.delete(key)) next.add(key)
          toggled.value = next
        }}
        open={(id) => navigate(pathOf(kind, id))}
        pull={() => {}}
        choose={() => {}}
        chooseAll={() => {}}
      />
    </div>
  )
}
