import type { Me } from '../calls/session.ts'
import { Icon } from '../parts/signs/Icon.tsx'
import { Logo } from '../parts/signs/Logo.tsx'
import { Link } from '../parts/ways/Link.tsx'
import { Menu } from '../parts/ways/Menu.tsx'
import { mount } from '../place/mount.ts'
import { keyLabel } from '../words/words.ts'
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
    <div class="who">
      <Lamp />
      <Menu items={userItems(me)} class="quiet me">
        <User name={me.name || me.id || 'Owner'} />
      </Menu>
    </div>
  </header>
)

/** The first letter of a name, whose whole is read out, and shown by the pointer. */
const User = ({ name }: { readonly name: string }) => (
  <>
    <span class="face" aria-hidden="true" title={name}>
      {[...name][0]!.toUpperCase()}
    </span>
    <bdi class="hidden-text">{name}</bdi>
  </>
)
