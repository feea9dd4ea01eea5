import { copyText } from '../../parts/json/copy-text.ts'
import { Icon } from '../../parts/signs/Icon.tsx'
import { mount } from '../../place/mount.ts'
import './address.css'

interface PortalAddressProps {
  /** The id of a served API. */
  readonly id: string
  /** Whether its documentation is on. */
  readonly isOn: boolean
}

/** Where consumers read an API, or why they cannot. Nothing if the page does not know of a portal. */
export function PortalAddress({ id, isOn }: PortalAddressProps) {
  const { portalUrl } = mount
  if (portalUrl === undefined) return null
  if (portalUrl === false)
    return (
      <p class="portal-address">
        <span>
          The portal is off: set <code>SIGNALBOX_PORTAL=read</code> to publish the documentation of published APIs.
        </span>
      </p>
    )
  if (!isOn) return <p class="portal-address">Consumers can’t read it: its documentation is off.</p>
  const url = `${portalUrl}/${encodeURIComponent(id)}/`
  return (
    <p class="portal-address">
      <span>
        Consumers read it at <code dir="ltr">{url}</code>
      </span>
      <button type="button" class="quiet" onClick={() => void copyText(url)}>
        <Icon name="copy" /> Copy<span class="hidden-text"> the address of the pages</span>
      </button>
      <a href={url} target="_blank" rel="noreferrer">
        Open<span class="hidden-text"> the pages of the API</span>
      </a>
    </p>
  )
}
