import type { ComponentChildren } from 'preact'

interface FoldedProps {
  readonly name: string
  /** What is set. */
  readonly words: string
  readonly open?: boolean
  readonly children: ComponentChildren
}

/** A group of settings that says folded what is set. */
export const Folded = ({ name, words, open = false, children }: FoldedProps) => (
  <details class="backend-folded" open={open}>
    <summary>
      <b>{name}</b> <bdi class="muted">{words}</bdi>
    </summary>
    <div class="backend-folded-body">{children}</div>
  </details>
)
