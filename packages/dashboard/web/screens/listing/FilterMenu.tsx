import { Icon } from '../../parts/signs/Icon.tsx'
import { Menu, type MenuItem } from '../../parts/ways/Menu.tsx'

/** The button beside the search of a list that offers words to search for. */
export const FilterMenu = ({ items }: { readonly items: readonly MenuItem[] }) => (
  <Menu label="Filter" class="icon-only" items={items}>
    <Icon name="funnel" />
  </Menu>
)
