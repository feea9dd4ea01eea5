import { oneOf, settingIn, textThat, trueOrFalse, wholeNumber, wordOr } from './setting.ts'

const setting = settingIn('portal')

/** Who may use the portal; the empty text if the server decides. */
type PortalMode = '' | 'off' | 'read' | 'invite' | 'open' | 'sso'

/** The settings of the developer portal. */
export const portalSettings = {
  portal: setting<PortalMode>({
    initial: '',
    about: 'Who may use the developer portal: off, read, invite, open or sso',
    more: 'With read, everybody reads, and nobody has an account. With invite, people have accounts by invitation. With open, everybody may sign up. With sso, people sign in with the provider of SIGNALBOX_OIDC_ISSUER, which redirects to ~/sign-in/callback below the portal. Without the setting, it is read if the server listens only on this machine and trusts no proxy, else off',
    allowed: 'off, read, invite, open or sso',
    read: oneOf('', 'off', 'read', 'invite', 'open', 'sso'),
  }),
  portalPort: setting<'' | number>({
    initial: '',
    about: 'Port on which the portal has an origin of its own, at /; 0 picks a free port',
    more: 'Without it, the portal is at /portal of the server',
    allowed: 'a whole number from 0 to 65535',
    read: wordOr('', wholeNumber(0, 65_535)),
  }),
  portalUrl: setting({
    initial: '',
    about: 'URL at which readers reach the portal, for its sitemap, API catalog and invitations',
    more: 'Without it, the address at which it listens. Set it behind a proxy that does not pass the header Host, such as nginx without proxy_set_header Host: forms are refused otherwise. Behind a proxy that ends TLS, set SIGNALBOX_TRUST_PROXY, too, and cookies of the portal are bound to https',
    allowed: 'a URL such as https://developers.example.com, without credentials, query and fragment',
    read: textThat((url) => url === '' || isPlainUrl(url)),
  }),
  portalTitle: setting({
    initial: 'Developers',
    about: 'Name of the portal',
    allowed: 'a text that is not empty',
    read: textThat((title) => title.trim() !== ''),
  }),
  portalTheme: setting({
    initial: '',
    about: 'Look of the portal: declarations such as --portal-accent: #b00020',
    more: 'Declarations are separated by semicolons; the page about the portal lists the properties',
    allowed: 'declarations of --portal- properties, separated by semicolons',
    // The portal itself judges the values when the server starts.
    read: textThat((theme) => theme.split(';').every((one) => /^\s*(--portal-[a-z-]+\s*:.*)?$/s.test(one))),
  }),
  portalPrivate: setting({
    initial: false,
    about: 'Whether documentation may be fetched from private addresses',
    more: 'It is fetched only where the portal is on',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
} as const

interface Given {
  readonly portal: PortalMode
  readonly host: string
  readonly trustProxy: number
}

/** Whether the server has a portal. A server that other machines may reach publishes nothing unless told to. */
export const hasPortal = (settings: Given): boolean =>
  settings.portal === '' ? isOnlyHere(settings) : settings.portal !== 'off'

/** Who may create an account in the portal. With `sso`, the identity provider decides. */
export const signUpOf = ({ portal }: Pick<Given, 'portal'>): 'off' | 'invite' | 'open' =>
  portal === 'invite' || portal === 'open' ? portal : 'off'

/** Where consumers reach the portal; `undefined` if that is known only once it listens. */
export function portalUrlOf({ portalUrl, portalPort }: { portalUrl: string; portalPort: '' | number }, url: string) {
  if (portalUrl !== '') return portalUrl.replace(/\/$/, '')
  if (portalPort === '') return `${url}/portal`
  return portalPort === 0 ? undefined : Object.assign(new URL(url), { port: `${portalPort}` }).origin
}

/** What the start of a server says about its portal, beside its address. */
export function portalLines(settings: Given): readonly string[] {
  if (settings.portal === '' && !hasPortal(settings))
    return ['The portal is off: set SIGNALBOX_PORTAL=read to publish the documentation of published APIs']
  if (settings.portal === '' || settings.portal === 'off' || isOnlyHere(settings)) return []
  return [
    'Everybody who reaches the portal can read the documentation and the plans of published APIs without an account',
    ...accountLines[settings.portal],
  ]
}

/** What the start of a server that other machines reach says about accounts. */
const accountLines = {
  read: [],
  invite: ['Anyone with an invitation can create an account in the portal, and subscribe'],
  open: ['Everybody who reaches the portal can create an account, subscribe, and get a key of plans without approval'],
  sso: [
    'Everybody who has an account at the identity provider can sign in to the portal, subscribe, and get a key of plans without approval',
  ],
} as const

/** Whether only programs of this machine reach the server. */
const isOnlyHere = ({ host, trustProxy }: Given): boolean =>
  trustProxy === 0 && (host === 'localhost' || host === '::1' || /^127\./.test(host))

function isPlainUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && `${url.username}${url.search}${url.hash}` === ''
}

/**
 * Checks what `SIGNALBOX_PORTAL=sso` needs besides. Throws an `Error` that names the setting that is missing.
 */
export function checkSso(settings: Given & { readonly oidcIssuer: string; readonly portalUrl: string }): void {
  if (settings.portal !== 'sso') return
  if (settings.oidcIssuer === '')
    throw new Error(
      'SIGNALBOX_PORTAL=sso requires an identity provider: set SIGNALBOX_OIDC_ISSUER, SIGNALBOX_OIDC_CLIENT_ID and SIGNALBOX_OIDC_CLIENT_SECRET',
    )
  if (settings.portalUrl === '' && /^(0\.0\.0\.0|::)$/.test(settings.host))
    throw new Error(
      'SIGNALBOX_PORTAL_URL is not set, and HOST stands for all addresses: set it to the address of the portal as browsers see it, to which the identity provider redirects',
    )
}
