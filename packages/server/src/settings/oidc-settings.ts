import { type GroupRule, readGroupRules } from './group-rules.ts'
import { listOf, oneOf, settingIn, textThat } from './setting.ts'

/** How ID tokens may be signed: with keys that the provider publishes. */
const algorithms = [
  ...(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'] as const),
  ...(['ES256', 'ES384', 'ES512', 'EdDSA'] as const),
] as const

const setting = settingIn('oidc')

/** The settings of signing in to the dashboard. */
export const oidcSettings = {
  oidcIssuer: setting({
    initial: '',
    about: 'Issuer of the identity provider (OpenID Connect) with which users may sign in to the dashboard',
    more: 'Consumers sign in to the portal with it if SIGNALBOX_PORTAL is sso',
    allowed: 'a URL such as https://login.example.com; http only to this machine',
    read: textThat((text) => text === '' || isIssuer(text)),
  }),
  oidcName: setting({
    initial: 'single sign-on',
    about: 'Name of that provider on the sign-in page',
    allowed: 'a text that is not empty',
    read: textThat((text) => text.trim() !== ''),
  }),
  oidcClientId: setting({
    initial: '',
    about: 'Client id that the provider has for this server',
    allowed: 'a text',
    read: textThat(() => true),
  }),
  oidcClientSecret: setting({
    initial: '',
    about: 'Client secret that the provider has for this server',
    more: 'Without it, this server is a public client',
    allowed: 'a text',
    secret: true,
    read: textThat(() => true),
  }),
  oidcBaseUrl: setting({
    initial: '',
    about: 'Address of this server as browsers see it',
    more: 'The provider redirects to /api/login/oidc/callback below it; without it, the address on which this server listens',
    allowed: 'a URL without a query, such as https://flags.example.com',
    read: textThat((text) => text === '' || isBase(text)),
  }),
  oidcScopes: setting<readonly string[]>({
    initial: ['openid', 'profile', 'email'],
    about: 'Scopes that are requested, separated by commas',
    allowed: 'names of scopes, openid among them, separated by commas',
    read: (value) => {
      const scopes = listOf((text) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(text))(value)
      return scopes?.includes('openid') ? scopes : undefined
    },
  }),
  oidcUserClaim: setting({
    initial: 'preferred_username',
    about: 'Claim that becomes the id of the user',
    allowed: 'the name of a claim',
    read: textThat((text) => text !== ''),
  }),
  oidcGroupsClaim: setting({
    initial: 'groups',
    about: 'Claim with the groups of the user, or of the consumer',
    more: 'A path with dots for members of objects, such as realm_access.roles',
    allowed: 'the name of a claim',
    read: textThat((text) => text !== ''),
  }),
  oidcGroups: setting<readonly GroupRule[]>({
    initial: [],
    about: 'What groups of the provider may do',
    more: 'Each rule has a group or a pattern of groups, then admin or grants, such as platform=admin; web=shop:*$$$RU. Users get the rights of all rules that apply. Without any, they are refused',
    allowed: 'rules separated by ;, each a group, = and admin or grants; in the config file also a list',
    read: readGroupRules,
  }),
  oidcAlgorithm: setting<(typeof algorithms)[number]>({
    initial: 'RS256',
    about: 'Algorithm with which the provider signs ID tokens; others are rejected',
    allowed: algorithms.join(', '),
    read: oneOf(...algorithms),
  }),
  passwordLogin: setting<'all' | 'admin'>({
    initial: 'all',
    about: 'Who may log in with a password',
    more: 'With admin, only the user of SIGNALBOX_ADMIN_USER may, for emergencies',
    allowed: 'all or admin',
    read: oneOf('all', 'admin'),
  }),
} as const

function isIssuer(text: string): boolean {
  if (!isBase(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || hostname === 'localhost' || hostname === '[::1]' || /^127\./.test(hostname)
}

function isBase(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && !/[?#]/.test(text)
}
