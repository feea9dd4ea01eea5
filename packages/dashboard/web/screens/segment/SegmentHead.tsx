import type { Segment } from '@signalbox/core/contract'
import { Copy } from '../../parts/Copy.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { Menu } from '../../parts/Menu.tsx'
import { may } from '../../session.ts'
import { toast } from '../../toasts.ts'
import { Crumbs } from '../feature/Crumbs.tsx'
import { removeRecord } from '../feature/remove-record.ts'

interface SegmentHeadProps {
  readonly segment: Segment
  /** The segment as it is saved; `undefined` while it is being created. */
  readonly saved: Segment | undefined
}

/** The id of a segment, and what can be done with the segment as a whole. */
export function SegmentHead({ segment, saved }: SegmentHeadProps) {
  const mayDelete = may('D', 'Segment', segment.id)
  return (
    <div class="bar feature-head">
      <h1 id="record" class="key" tabIndex={-1}>
        <Crumbs id={segment.id} list="/segments" />
      </h1>
      <Copy text={segment.id} label="Copy id" />
      <Menu
        items={[
          {
            label: 'Copy as JSON',
            icon: 'file-json',
            run: () => void copyText(JSON.stringify(segment, undefined, 2)).then(() => toast('Copied.')),
          },
          ...(mayDelete && saved
            ? [
                {
                  label: 'Delete',
                  icon: 'trash-2' as const,
                  danger: true,
                  run: () => void removeRecord('segments', saved),
                },
              ]
            : []),
        ]}
      >
        More
      </Menu>
    </div>
  )
}
