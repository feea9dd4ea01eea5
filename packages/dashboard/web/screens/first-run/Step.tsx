import type { ComponentChildren } from 'preact'
import { Icon } from '../../parts/signs/Icon.tsx'

interface StepProps {
  /** Its number, from 1. */
  readonly no: number
  readonly title: string
  /** `past`: done. `skipped`: it can be opened again. `now`: it can be done. `next`: it waits for the others. */
  readonly is: 'past' | 'skipped' | 'now' | 'next'
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

interface SkippedProps extends Pick<StepProps, 'no' | 'title'> {
  onOpen(): void
}

/** A step that was skipped, to be opened again. */
export const Skipped = ({ no, title, onOpen }: SkippedProps) => (
  <Step
    no={no}
    title={title}
    is="skipped"
    aside={
      <span class="bar">
        <span class="muted">Skipped</span>
        <button type="button" class="quiet" onClick={onOpen}>
          Open again
        </button>
      </span>
    }
  />
)

/** Skips a step. */
export const Skip = ({ onSkip }: { onSkip(): void }) => (
  <button type="button" class="quiet" onClick={onSkip}>
    Skip
  </button>
)
