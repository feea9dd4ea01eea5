import type { IconName } from '../styles/icon-names.ts'

/** The groups of the menu, from the top. `Advanced` is folded. */
export const menuGroups = ['Flags', 'Gateway', 'Portal', 'System', 'Advanced'] as const

/** The place of a screen in the menu. */
export interface MenuPlace {
  /** Absent: above all groups. */
  readonly group?: (typeof menuGroups)[number]
  readonly icon: IconName
  /** The entry appears with the first record of one of these domains, or when the screen is opened. Absent: it is always there. */
  readonly domains?: readonly string[]
  /** Whether it is one of the few entries that a phone has room for. */
  readonly isOnPhones?: true
}
