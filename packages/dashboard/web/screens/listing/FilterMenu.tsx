import { Icon } from '../../parts/Icon.tsx'
import { Menu, type MenuItem } from '../../parts/Menu.tsx'

/** The button beside the search of a list that offers words to search for. */
export const FilterMenu = ({ items }: { readonly items: readonly MenuItem[] }) => (
  <Menu label="Filter" class="icon-only" items={items}>
    <Icon name="funnel" />
  </Menu>
)
