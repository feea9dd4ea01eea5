import { Icon } from '../../parts/signs/Icon.tsx'
import { Menu } from '../../parts/ways/Menu.tsx'
import { search, words } from './route-search.ts'

const filters = [
  { label: 'Draft routes', written: 'is:draft' },
  { label: 'Live routes', written: 'is:live' },
  { label: 'Disabled routes', written: 'is:disabled' },
  { label: 'Routes that refuse every request', written: 'is:refused' },
  { label: 'Routes with warnings', written: 'is:warned' },
] as const

/** The filters of routes by state, in words. Each is also typed into the search. */
export const FilterMenu = () => (
  <Menu
    label="Filter"
    class="icon-only"
    items={filters.map(({ label, written }) => {
      const parts = words.value.trim().split(/\s+/)
      const checked = parts.includes(written)
      return {
        label,
        checked,
        run: () => search((checked ? parts.filter((one) => one !== written) : [...parts, written]).join(' ').trim()),
      }
    })}
  >
    <Icon name="funnel" />
  </Menu>
)
