import type { ComponentChildren } from 'preact'
import { Icon } from '../../parts/signs/Icon.tsx'

interface ListeningProps {
  /** What is waited for, or what was heard, in a sentence. */
  readonly sentence: string
  /** The button beside it. */
  readonly action?: ComponentChildren
  /** More about it. */
  readonly children?: ComponentChildren
}

/** That something is waited for. */
export const Listening = ({ sentence, action, children }: ListeningProps) => (
  <div class="listen">
    <span class="pulse" aria-hidden="true" />
    <Said sentence={sentence}>{children}</Said>
    {action}
  </div>
)

/** That it was heard. */
export const Heard = ({ sentence, action, children }: ListeningProps) => (
  <div class="listen heard">
    <span class="tickmark">
      <Icon name="circle-check" />
    </span>
    <Said sentence={sentence}>{children}</Said>
    {action}
  </div>
)

const Said = ({ sentence, children }: Omit<ListeningProps, 'action'>) => (
  <div class="grow">
    <p role="status">
      <b>{sentence}</b>
    </p>
    {children && <p class="muted">{children}</p>}
  </div>
)
