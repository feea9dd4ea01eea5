import { SignalboxError } from '@signalbox/core/errors'
import type { Application, Developer, Subscription } from '../pages/own/records.ts'
import type { Accounts, Enter, Mine } from './mine.ts'

/** Accounts in memory, with what somebody can do: for tests of pages and forms alone. */
export function createAccounts(kind: 'open' | 'invite' = 'open', overlap = 3_600_000) {
  const people = new Map<string, Developer & { readonly password: string }>()
  const sessions = new Map<string, string>()
  const applications = new Map<string, Application>()
  const subscriptions = new Map<string, Subscription>()
  const keys = new Map<string, number>()
  const calls: string[] = []
  const fail: { next?: SignalboxError } = {}
  let at = Date.UTC(2026, 11, 1, 12)

  const open = (id: string) => {
    const token = `session-${sessions.size}`
    sessions.set(token, id)
    return { session: token }
  }
  const called = (name: string) => {
    calls.push(name)
    const { next } = fail
    delete fail.next
    if (next) throw next
  }
  const own = <T>(map: ReadonlyMap<string, T>, id: string): T => {
    const found = map.get(id)
    if (found === undefined) throw new SignalboxError('NOT_FOUND', `${id} does not exist`)
    return found
  }
  const rotate = (id: string) => {
    keys.set(id, ++at)
    return { clientId: `key-${id}`, clientSecret: `secret-${at}`, previousUntil: at + overlap }
  }
  const mineOf = (developer: Developer): Mine => ({
    get: async () => developer,
    update: async () => {
      called('update')
      return { session: undefined }
    },
    delete: async () => called('delete'),
    async try() {
      called('try')
      return { status: 200, headers: [], body: '{"ok":true}', encoding: 'text', ms: 5 }
    },
    applications: {
      list: async () => ({
        results: [...applications.values()].filter(({ members }) =>
          members.some((one) => one.developer === developer.id),
        ),
      }),
      get: async ({ id }) => own(applications, id),
      async create({ body }) {
        called('applications.create')
        const made = {
          ...body,
          id: `a${applications.size}`,
          members: [{ developer: developer.id, role: 'owner' as const }],
        }
        applications.set(made.id, made)
        return made
      },
      update: async () => called('applications.update'),
      delete: async () => called('applications.delete'),
      async invite({ id }) {
        called('applications.invite')
        return { url: `https://developers.example.com/~/join/?application=${id}&token=t${++at}`, until: at }
      },
      async join({ id }) {
        called('applications.join')
        return own(applications, id)
      },
      removeMember: async () => called('applications.removeMember'),
    },
    subscriptions: {
      list: async () => ({ results: [...subscriptions.values()], metadata: { nbPages: 1 } }),
      get: async ({ id }) => own(subscriptions, id),
      credentials: async ({ id }) => ({
        results: keys.has(id) ? [{ clientId: `key-${id}`, rotatedAt: own(keys, id) }] : [],
      }),
      usage: async () => ({ totals: { requests: 0, limited: 0 }, results: [], quotas: [] }),
      async create({ body }) {
        called('subscriptions.create')
        const made = { ...body, id: `s${subscriptions.size}`, enabled: true }
        if (body.plan_ref === 'gold') {
          const waiting = { ...made, enabled: false, approval: 'waiting' as const }
          subscriptions.set(made.id, waiting)
          return waiting
        }
        subscriptions.set(made.id, made)
        return { ...made, credentials: rotate(made.id) }
      },
      close: async () => called('subscriptions.close'),
      async rotate({ id }) {
        called('subscriptions.rotate')
        return rotate(id)
      },
    },
  })
  const signUp: Enter<{ name: string; email: string; password: string }> = async ({ body }) => {
    called('signUp')
    if (people.has(body.email)) throw new SignalboxError('CONFLICT', 'This address has an account: sign in instead')
    people.set(body.email, { ...body, id: `d${people.size}` })
    return open(body.email)
  }
  const accounts: Accounts = {
    kind,
    async find(_request, session) {
      const person = people.get(sessions.get(session ?? '') ?? '')
      if (!person) return undefined
      const { password: _password, ...developer } = person
      return {
        developer,
        consumer: { id: developer.id },
        identity: { id: developer.id, kind: 'Developer' },
        mine: mineOf(developer),
      }
    },
    signOut: async (session) => void sessions.delete(session),
    entry: {
      signUp,
      async signIn({ body }) {
        called('signIn')
        if (people.get(body.email)?.password === body.password) return open(body.email)
        throw new SignalboxError('UNAUTHENTICATED', 'The address or the password is wrong')
      },
      async resetPassword() {
        called('resetPassword')
        return { session: undefined }
      },
    },
  }
  return { accounts, calls, fail, sessions, endSessions: () => sessions.clear() }
}
