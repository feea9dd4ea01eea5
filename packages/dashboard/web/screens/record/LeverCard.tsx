import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Lever } from '../../parts/fields/Lever.tsx'
import { type LeverKind, pullLever } from '../../records/pull-lever.ts'
import './lever-card.css'

interface LeverCardProps {
  readonly kind: LeverKind
  readonly id: string
  /** Whether the record is enabled, as it is saved. */
  readonly enabled: boolean
  readonly mayEdit: boolean
  /** What the position of the lever means. */
  children(on: boolean): ComponentChildren
}

/** The lever of a record, which acts at once, and what it means. */
export function LeverCard({ kind, id, enabled, mayEdit, children }: LeverCardProps) {
  const [pulled, setPulled] = useState<boolean>()
  const pull = async (on: boolean) => {
    setPulled(on)
    await pullLever(kind, id, on)
    setPulled(undefined)
  }
  const on = pulled ?? enabled
  return (
    <div class="lever-card">
      {mayEdit ? (
        <Lever on={on} label={on ? 'Enabled' : 'Disabled'} busy={pulled !== undefined} onChange={pull} />
      ) : (
        <b>{on ? 'Enabled' : 'Disabled'}</b>
      )}
      {children(on)}
    </div>
  )
}
