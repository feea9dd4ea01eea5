import type { Feature } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import { Lever } from '../../parts/Lever.tsx'
import { pullLever } from '../../pull-lever.ts'
import { Fork } from './Fork.tsx'
import { armsOf } from './fork.ts'

interface LeverCardProps {
  /** The feature as it is saved. */
  readonly feature: Feature
  /** The feature as it is edited. */
  readonly draft: Feature
  readonly mayEdit: boolean
}

/** The lever, which acts at once, and who gets the feature as it is edited. */
export function LeverCard({ feature, draft, mayEdit }: LeverCardProps) {
  const [pulled, setPulled] = useState<boolean>()
  const pull = async (on: boolean) => {
    setPulled(on)
    await pullLever(feature.id, on)
    setPulled(undefined)
  }
  const on = pulled ?? feature.enabled
  return (
    <div class="lever-card">
      {mayEdit ? (
        <Lever on={on} label={on ? 'Enabled' : 'Disabled'} busy={pulled !== undefined} onChange={pull} />
      ) : (
        <b>{on ? 'Enabled' : 'Disabled'}</b>
      )}
      <Fork arms={armsOf({ ...draft, enabled: on })} />
    </div>
  )
}
