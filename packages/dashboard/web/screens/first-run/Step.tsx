import type { ComponentChildren } from 'preact'
import { Icon } from '../../parts/signs/Icon.tsx'

interface StepProps {
  /** Its number, from 1. */
  readonly no: number
  readonly title: string
  /** `past`: done or skipped. `now`: it can be done. `next`: it waits for the others. */
  readonly is: 'past' | 'now' | 'next'
  /** What can be done at any time, beside the title. */
  readonly aside?: ComponentChildren
  readonly children?: ComponentChildren
}

/** One step of a path. */
export const Step = ({ no, title, is, aside, children }: StepProps) => (
  <li class={is}>
    <span class="no">
      {is === 'past' ? <Icon name="check" /> : no}
      {is === 'past' && <span class="hidden-text">Done: </span>}
    </span>
    <div class="bar">
      <h2>{title}</h2>
      {aside}
    </div>
    {is !== 'next' && children}
  </li>
)

/** Skips a step. */
export const Skip = ({ onSkip }: { onSkip(): void }) => (
  <button type="button" class="quiet" onClick={onSkip}>
    Skip
  </button>
)
