import { menuGroups } from '../../kinds/menu-place.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { prefer, preferences } from '../../preferences/preferences.ts'
import type { Screen } from '../../screens.ts'
import { EntryLink } from './EntryLink.tsx'
import { type Entry, isCurrent } from './entries.ts'
import { menuEntries } from './menu.ts'
import './rail.css'

/** The navigation beside the screens, by groups. */
export function Rail({ shown }: { readonly shown: Screen | undefined }) {
  return (
    <nav class="rail" aria-label="Main">
      {[undefined, ...menuGroups].map((group) => {
        const within = menuEntries.value.filter(({ entry }) => entry.group === group)
        if (within.length === 0) return null
        if (group === 'Advanced') return <Advanced key={group} within={within} shown={shown} />
        return (
          <section key={group ?? ''}>
            {group && <h2>{group}</h2>}
            <Links within={within} shown={shown} />
          </section>
        )
      })}
    </nav>
  )
}

interface GroupProps {
  readonly within: readonly Entry[]
  readonly shown: Screen | undefined
}

const Links = ({ within, shown }: GroupProps) => (
  <ul>
    {within.map((entry) => (
      <li key={entry.path}>
        <EntryLink entry={entry} current={isCurrent(entry, shown)} />
      </li>
    ))}
  </ul>
)

/** What few need each day: folded, unless it is unfolded or one of its screens is shown. */
function Advanced({ within, shown }: GroupProps) {
  const isOpen = preferences.value.advanced || within.some((entry) => isCurrent(entry, shown))
  return (
    <section>
      <button type="button" title="Advanced" aria-expanded={isOpen} onClick={() => prefer({ advanced: !isOpen })}>
        <Icon name="chevron-right" />
        <span>Advanced</span>
      </button>
      {isOpen && <Links within={within} shown={shown} />}
    </section>
  )
}
