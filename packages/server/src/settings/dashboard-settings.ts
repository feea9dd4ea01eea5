import { type DashboardOptions, dashboard } from '@signalbox/dashboard'
import { listOf, oneOf, settingIn, textThat, trueOrFalse } from './setting.ts'

const setting = settingIn('dashboard')

/** The settings of the dashboard. */
export const dashboardSettings = {
  dashboard: setting<'on' | 'off'>({
    initial: 'on',
    about: 'Whether browsers get the dashboard at /',
    more: 'With off, browsers get a page with links and first steps',
    allowed: 'on or off',
    read: oneOf('on', 'off'),
  }),
  dashboardTitle: setting({
    initial: 'Signalbox',
    about: 'Name of this installation on top of the dashboard',
    allowed: 'a text that is not empty',
    read: textThat((title) => isValid({ title })),
  }),
  dashboardMark: setting({
    initial: '',
    about: 'Color at the edge of the dashboard, so that production looks different',
    allowed: 'a CSS color, such as crimson, #b00020 or oklch(.5 .2 27)',
    read: textThat((mark) => mark === '' || isValid({ mark })),
  }),
  dashboardConfirm: setting<readonly string[]>({
    initial: [],
    about: 'Ids that users must type before the dashboard changes such a record',
    more: 'They are patterns, separated by commas',
    allowed: 'patterns such as prod:*, separated by commas',
    read: listOf((pattern) => isValid({ confirm: [pattern] })),
  }),
  demo: setting<boolean>({
    initial: false,
    about: 'Whether an empty store is filled with a small shop to look around in, as with --demo',
    more: 'Its backend and its visitors are part of the process. A store with other records is left as it is',
    allowed: 'true or false',
    read: trueOrFalse,
  }),
} as const

/** The settings that say how the dashboard is served. */
interface Given {
  readonly dashboard: 'on' | 'off'
  readonly dashboardTitle: string
  readonly dashboardMark: string
  readonly dashboardConfirm: readonly string[]
  readonly oidcIssuer: string
  readonly oidcName: string
  readonly passwordLogin: 'all' | 'admin'
}

/** The options of the dashboard of a server with a base URL; `undefined` if it serves none. */
export function dashboardOf(settings: Given, baseUrl: string, portal?: string | false): DashboardOptions | undefined {
  const { dashboardTitle: title, dashboardMark: mark, dashboardConfirm: confirm } = settings
  if (settings.dashboard === 'off') return undefined
  const signInWith = { name: settings.oidcName, url: `${baseUrl}/api/login/oidc`, passwords: settings.passwordLogin }
  return {
    title,
    ...(settings.oidcIssuer !== '' && { signInWith }),
    ...(mark !== '' && { mark }),
    ...(confirm.length > 0 && { confirm }),
    ...(portal !== undefined && { portal }),
  }
}

/** Whether the dashboard takes the options. */
function isValid(options: DashboardOptions): boolean {
  try {
    return dashboard(options) !== undefined
  } catch {
    return false
  }
}
