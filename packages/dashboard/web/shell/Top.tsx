import { mount } from '../mount.ts'
import { Icon } from '../parts/Icon.tsx'
import { Link } from '../parts/Link.tsx'
import { Logo } from '../parts/Logo.tsx'
import { Menu } from '../parts/Menu.tsx'
import type { Me } from '../session.ts'
import { keyLabel } from '../words.ts'
import { Lamp } from './Lamp.tsx'
import { showFind } from './overlays.ts'
import { userItems } from './user-items.ts'
import './top.css'

/** The bar on top: the name of this installation, the search, the freshness of the page, and the user. */
export const Top = ({ me }: { readonly me: Me }) => (
  <header class="top">
    <Link to="/" class="brand">
      <Logo />
      <strong dir="auto">{mount.title}</strong>
    </Link>
    <button type="button" class="find" aria-keyshortcuts="Control+K Meta+K" onClick={showFind}>
      <Icon name="search" />
      <span>Find a record or a screen</span>
      <kbd>{keyLabel('Ctrl+K')}</kbd>
    </button>
    <Lamp />
    <Menu items={userItems(me)} class="quiet me">
      <bdi>{me.name || me.id || 'Owner'}</bdi>
      <Icon name="chevron-down" />
    </Menu>
  </header>
)
