import { useSignal } from '@preact/signals'
import { may } from '../../../calls/session.ts'
import { kinds, lossOf } from '../../../kinds/kinds.ts'
import { Menu } from '../../../parts/ways/Menu.tsx'
import { counted } from '../../../words/words.ts'
import type { Listing } from '../listing.ts'
import { BulkDialog, type BulkKind } from './BulkDialog.tsx'

interface SelectionBarProps {
  readonly listing: Listing
  /** What the deletion of records means for others, in a sentence. */
  whenDeleted?(ids: readonly string[]): string | undefined
}

/** What can be done with the selected records. */
export function SelectionBar({ listing, whenDeleted }: SelectionBarProps) {
  const { kind, chosen, isChoosing } = listing
  const { domain, noun, tagged } = kinds[kind]
  const asked = useSignal<BulkKind | undefined>(undefined)
  const ids = [...chosen.value]
  const ask = (what: BulkKind) => () => {
    asked.value = what
  }
  const mayUpdate = may('U', domain)
  const isPublishedOnSave = kind === 'apis' // a published API would be deployed with its new tags
  const why = ids.length === 0 ? 'Select something first' : undefined
  if (ids.length === 0 && !isChoosing.value) return null
  return (
    <section class="selection bar" aria-label="Selection">
      <strong role="status">{ids.length === 0 ? `Select ${noun}s` : `${counted(ids.length, noun)} selected`}</strong>
      {mayUpdate && kind === 'features' && (
        <>
          <button type="button" disabled={why !== undefined} onClick={ask('enable')}>
            Switch on
          </button>
          <button type="button" disabled={why !== undefined} onClick={ask('disable')}>
            Switch off
          </button>
        </>
      )}
      <Menu
        items={[
          ...(mayUpdate && tagged && !isPublishedOnSave
            ? ([
                { label: 'Add a tag…', icon: 'tag', why, run: ask('add tag') },
                { label: 'Remove a tag…', icon: 'tag', why, run: ask('remove tag') },
              ] as const)
            : []),
          ...(may('C', domain) && lossOf(kind) === undefined
            ? ([{ label: 'Copy to…', icon: 'copy', why, run: ask('copy') }] as const)
            : []),
          { label: 'Select all results', icon: 'check', keys: 'Ctrl A', run: listing.chooseAll },
          ...(may('D', domain)
            ? ([{ label: 'Delete…', icon: 'trash-2', danger: true, why, run: ask('delete') }] as const)
            : []),
        ]}
      >
        More
      </Menu>
      <button type="button" class="quiet" onClick={listing.chooseNone}>
        Clear
      </button>
      {asked.value && (
        <BulkDialog
          listing={listing}
          what={asked.value}
          ids={ids}
          means={asked.value === 'delete' ? whenDeleted?.(ids) : undefined}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </section>
  )
}
