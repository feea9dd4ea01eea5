import { applicationPage } from '../pages/own/application-page.ts'
import { applicationsPage } from '../pages/own/applications-page.ts'
import type { Form } from '../pages/own/forms.ts'
import { done } from './done.ts'
import { loadListed } from './load-used.ts'
import type { Link } from './mine.ts'
import { go, type Screen, type SignedIn, screen } from './screen.ts'
import { locationOf } from './ways.ts'

const at = (id: string, search = ''): string => `~/applications/${encodeURIComponent(id)}/${search}`

const bodyOf = ({ name = '', description = '' }: Readonly<Record<string, string>>) => ({ name, description })

/** A link that can be sent to somebody. Without `portalUrl`, the service returns only its path below the portal. */
const addressOfLink = (url: string, { place, url: own, portalUrl }: SignedIn): string =>
  /^https?:/.test(url)
    ? url
    : new URL(
        url,
        portalUrl === undefined ? new URL(locationOf(place.depth, ''), own) : `${portalUrl.replace(/\/$/, '')}/`,
      ).href

/** The applications of who is signed in. */
export const applicationsScreen: Screen = screen(
  async ({ place, found: { mine }, query }, form) =>
    applicationsPage(place, { ...done(query), ...form }, await loadListed(mine)),
  {
    create: {
      fields: ['name', 'description'],
      async run({ found: { mine } }, { name = '', description = '' }) {
        const { id } = await mine.applications.create({ body: { name, ...(description !== '' && { description }) } })
        return go(at(id))
      },
    },
  },
)

/** An application with its team. */
export function applicationScreen(id: string): Screen {
  const show = async ({ place, found: { mine, developer }, query }: SignedIn, form: Form, invitation?: Link) => {
    const [listed] = await loadListed(mine, id)
    if (!listed) return '~/applications/'
    return applicationPage(place, { ...done(query), ...form }, { ...listed, developer, invitation })
  }
  return screen((visit, form) => show(visit, form), {
    update: {
      fields: ['name', 'description'],
      async run({ found: { mine } }, values) {
        await mine.applications.update({ id, body: bodyOf(values) })
        return go(at(id, '?done=saved'))
      },
    },
    invite: {
      fields: ['role'],
      spent: 'This link was shown once. Invite again to get a new one.',
      async run(visit, { role }) {
        const { mine } = visit.found
        const { url, until } = await mine.applications.invite({
          id,
          body: { role: role === 'owner' ? 'owner' : 'member' },
        })
        const link = { until, url: addressOfLink(url, visit) }
        const page = await show(visit, { token: visit.next() }, link)
        return typeof page === 'string' ? go(page) : { kind: 'page', page }
      },
    },
    remove: {
      fields: ['developer'],
      async run({ found: { mine, developer: me } }, { developer = '' }) {
        await mine.applications.removeMember({ id, developer })
        return go(developer === me.id ? '~/applications/?done=saved' : at(id, '?done=removed'))
      },
    },
    delete: {
      fields: ['sure'],
      async run({ found: { mine } }, { sure }) {
        if (sure === undefined) return go(at(id))
        await mine.applications.delete({ id })
        return go('~/applications/?done=saved')
      },
    },
  })
}
