import { Icon } from '../../parts/signs/Icon.tsx'
import { Menu, type MenuItem } from '../../parts/ways/Menu.tsx'
import { navigate } from '../../place/place.ts'
import type { Screen } from '../../screens.ts'
import { EntryLink } from './EntryLink.tsx'
import { isCurrent } from './entries.ts'
import { menuEntries } from './menu.ts'
import './bottom.css'

interface BottomBarProps {
  readonly shown: Screen | undefined
  /** What the menu of the user offers on large screens. */
  readonly items: readonly MenuItem[]
}

/** The navigation of small screens: four entries, and a menu with all else. */
export function BottomBar({ shown, items }: BottomBarProps) {
  const all = menuEntries.value
  const further = all
    .filter(({ entry }) => !entry.isOnPhones)
    .map(
      ({ path, title, entry: { icon } }): MenuItem => ({
        label: title,
        icon,
        run: () => navigate(path),
      }),
    )
  return (
    <nav class="bottom" aria-label="Main">
      <ul>
        {all
          .filter(({ entry }) => entry.isOnPhones)
          .map((entry) => (
            <li key={entry.path}>
              <EntryLink entry={entry} current={isCurrent(entry, shown)} />
            </li>
          ))}
        <li>
          <Menu items={[...further, ...items]}>
            <Icon name="ellipsis" />
            <span>More</span>
          </Menu>
        </li>
      </ul>
    </nav>
  )
}
