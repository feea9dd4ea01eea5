import type { ComponentChildren, Ref } from 'preact'
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

interface HeardProps extends ListeningProps {
  /** Its element. */
  readonly part?: Ref<HTMLDivElement>
}

/** That it was heard. */
export const Heard = ({ sentence, action, part, children }: HeardProps) => (
  <div class="listen heard" ref={part ?? null}>
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
