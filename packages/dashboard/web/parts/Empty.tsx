import type { ComponentChildren } from 'preact'
import './empty.css'

interface EmptyProps {
  /** What is missing: `No features yet`. */
  readonly title: string
  /** One sentence about what this is, the button that makes the first, and how to do the same by program. */
  readonly children?: ComponentChildren
}

/** What a list shows that has nothing to show. */
export const Empty = ({ title, children }: EmptyProps) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
)
