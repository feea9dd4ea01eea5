import { useSignal } from '@preact/signals'
import { may } from '../../calls/session.ts'
import { kinds } from '../../kinds/kinds.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { Menu, type MenuItem } from '../../parts/ways/Menu.tsx'
import { useAskedNew } from '../../records/asked-new.ts'
import type { Listing } from './listing.ts'
import { NewRecord } from './NewRecord.tsx'
import type { NewMembers } from './new-members.ts'
import { download } from './transfer/download.ts'
import { ImportDialog } from './transfer/ImportDialog.tsx'

interface ListActionsProps {
  readonly listing: Listing
  /** The record that is open: a new one begins beside it. */
  readonly current?: string | undefined
  /** More that is asked for when a record is created. */
  readonly more?: NewMembers
  /** Called instead of the dialog that asks for an id, when the user wants a new record. */
  onNew?(): void
  /** More that can be done with the list. */
  readonly items?: readonly MenuItem[]
}

/** The buttons beside the title of a list: a new record, selecting, import and export. */
export function ListActions({ listing, current, more, onNew, items = [] }: ListActionsProps) {
  const { kind, words, isChoosing } = listing
  const { domain, noun } = kinds[kind]
  const asked = useSignal<'new' | 'import' | undefined>(undefined)
  const close = () => {
    asked.value = undefined
  }
  const mayCreate = may('C', domain)
  const askForNew = () => {
    if (onNew) onNew()
    else asked.value = 'new'
  }
  useAskedNew(kind, () => {
    if (mayCreate) askForNew()
  })
  const isSearching = words.value.trim() !== ''
  return (
    <>
      <Menu
        label={`More for ${noun}s`}
        class="icon-only"
        items={[
          ...items,
          {
            label: 'Select',
            icon: 'check',
            run: () => {
              isChoosing.value = true
            },
          },
          ...(mayCreate
            ? ([
                {
                  label: 'Import…',
                  icon: 'upload',
                  run: () => {
                    asked.value = 'import'
                  },
                },
              ] as const)
            : []),
          {
            label: isSearching ? 'Export the results' : `Export all ${noun}s`,
            icon: 'download',
            run: () => void download(kind, isSearching ? listing.index.idsOf(words.value) : undefined),
          },
        ]}
      >
        <Icon name="ellipsis" />
      </Menu>
      {mayCreate && (
        <button type="button" class="primary" onClick={askForNew}>
          <Icon name="plus" />
          <span>
            New<span class="hidden-text"> {noun}</span>
          </span>
        </button>
      )}
      {asked.value === 'new' && <NewRecord listing={listing} start={groupOf(current)} more={more} onClose={close} />}
      {asked.value === 'import' && <ImportDialog listing={listing} onClose={close} />}
    </>
  )
}

const groupOf = (id = ''): string => id.slice(0, id.lastIndexOf(':') + 1)
