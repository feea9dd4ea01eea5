import { may } from '../../calls/session.ts'
import { kinds } from '../../kinds/kinds.ts'
import { LeverMark } from '../../parts/fields/Lever.tsx'
import type { LeverKind } from '../../records/pull-lever.ts'
import type { Entry } from '../../records/tree.ts'
import { positionOf } from '../../saving/pulled.ts'

interface RowLeverProps {
  readonly kind: LeverKind
  readonly entry: Entry
}

/** The lever in a row of a list. The list pulls it, by a click or by the space bar. */
export function RowLever({ kind, entry }: RowLeverProps) {
  const { domain, noun } = kinds[kind]
  const mayPull = may('U', domain, entry.id)
  const isOn = positionOf(kind, entry.id, entry.enabled === true)
  return (
    <button
      type="button"
      class="pull"
      data-part={mayPull ? 'lever' : undefined}
      tabIndex={-1}
      role="switch"
      aria-checked={isOn}
      aria-disabled={!mayPull}
      aria-label={`${entry.id} enabled`}
      title={mayPull ? 'Switch (Space)' : `You can’t change this ${noun}`}
    >
      <LeverMark on={isOn} />
    </button>
  )
}
