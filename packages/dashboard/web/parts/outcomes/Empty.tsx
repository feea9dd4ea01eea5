import type { ComponentChildren } from 'preact'
import type { IconName } from '../../styles/icon-names.ts'
import { Icon } from '../signs/Icon.tsx'
import './empty.css'

interface EmptyProps {
  /** What is missing: `No features yet`. */
  readonly title: string
  /** A picture of it. */
  readonly icon?: IconName | undefined
  /** One sentence about what this is, the button that makes the first, and how to do the same by program. */
  readonly children?: ComponentChildren
}

/** What a list shows that has nothing to show. */
export const Empty = ({ title, icon, children }: EmptyProps) => (
  <div class="empty">
    {icon && <Icon name={icon} />}
    <h2>{title}</h2>
    {children}
  </div>
)
