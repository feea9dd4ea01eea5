import { badges } from '../../parts/signs/badges.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { count } from '../../words/words.ts'
import type { Entry } from './entries.ts'

interface EntryLinkProps {
  readonly entry: Entry
  readonly current: boolean
}

/** The link to a screen in the navigation, with the number of things that need attention there. */
export function EntryLink({ entry, current }: EntryLinkProps) {
  const badge = badges.value.get(entry.path)
  return (
    <Link to={entry.path} current={current} title={entry.title}>
      <Icon name={entry.entry.icon} />
      <span>{entry.title}</span>
      {badge && (
        <span class={`aspect boxed ${badge.aspect}`}>
          {count(badge.count)}
          <span class="hidden-text"> {badge.label}</span>
        </span>
      )}
    </Link>
  )
}
