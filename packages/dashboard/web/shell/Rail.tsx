import type { Screen } from '../screens.ts'
import { EntryLink } from './EntryLink.tsx'
import { entries, isCurrent } from './entries.ts'
import './rail.css'

const groups = [undefined, 'Flags', 'Gateway', 'Box'] as const

/** The navigation beside the screens, by groups. */
export function Rail({ shown }: { readonly shown: Screen | undefined }) {
  const all = entries()
  return (
    <nav class="rail" aria-label="Main">
      {groups.map((group) => {
        const inGroup = all.filter(({ entry }) => entry.group === group)
        if (inGroup.length === 0) return null
        return (
          <section key={group ?? ''}>
            {group && <h2>{group}</h2>}
            <ul>
              {inGroup.map((entry) => (
                <li key={entry.path}>
                  <EntryLink entry={entry} current={isCurrent(entry, shown)} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </nav>
  )
}
