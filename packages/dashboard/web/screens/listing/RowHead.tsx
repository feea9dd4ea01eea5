import { Icon } from '../../parts/signs/Icon.tsx'
import type { Row } from '../../records/tree.ts'
import { count } from '../../words/words.ts'

interface RowHeadProps {
  readonly row: Row
  /** Whether a box shows if the row is selected. */
  readonly isChoosing: boolean
  readonly isChosen: boolean
}

/** The beginning of a row: its box, and the mark of a group. */
export const RowHead = ({ row, isChoosing, isChosen }: RowHeadProps) => (
  <>
    {isChoosing && (
      <span class="tick" data-part="choose" aria-hidden="true">
        {isChosen && <Icon name="check" />}
      </span>
    )}
    {row.group && (
      <span class="twist" data-part="twist" aria-hidden="true">
        <Icon name={row.group.isOpen ? 'chevron-down' : 'chevron-right'} />
      </span>
    )}
  </>
)

/** The name of a row, and how many records are below it. */
export const RowName = ({ row }: { readonly row: Row }) => (
  <>
    <span class="key" title={row.key}>
      {row.name}
    </span>
    {row.group && <span class="number">{count(row.group.count)}</span>}
  </>
)
