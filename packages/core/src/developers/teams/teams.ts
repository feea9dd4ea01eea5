import { failure, notFound, problem } from '../../machine/errors/errors.ts'
import { createAllowance, HOUR } from '../../machine/guessing/allowance.ts'
import type { Write } from '../../machine/records/hooks.ts'
import { generateId } from '../../machine/secrets/ids.ts'
import type { CallContext, Handlers } from '../../operation.ts'
import type { AccountPorts } from '../accounts/account-ports.ts'
import { type Role, roleOf, type StoredApplication } from '../application.ts'
import type { ApplicationIntent } from '../application-hooks.ts'
import { actingFor, consumerId, demandRole, findConsumer, loadConsumer, loadOwnApplication } from '../consumer.ts'
import { developers } from '../developer.ts'
import { applicationsOf, findApplication, gateOf, loadApplicationsOf } from '../membership.ts'
import type { mineContract } from '../mine.ts'
import { showOwnApplication } from '../shown.ts'
import { findInvitation, invalidInvitation, withMember } from './invitations.ts'
import { isOnlyOwner } from './leaving.ts'

/** How many applications a consumer may own. */
const MOST_APPLICATIONS = 20
/** How many invitations a consumer may make within an hour. */
const MOST_INVITATIONS = 20

/** Creates the handlers of the calling consumer's applications. */
export function teamHandlers({
  instance,
  random,
  owned,
  tokens,
  notices,
}: AccountPorts): Handlers<typeof mineContract>['applications'] {
  const { store, clock } = instance
  const invitations = createAllowance(clock, { most: MOST_INVITATIONS, window: HOUR, what: 'invitations an hour' })

  const shown = async (id: string) => {
    const found = await findApplication(store, id)
    if (!found) throw notFound('application', id)
    return showOwnApplication(store, found.record)
  }

  /** Who acts, and the rule that the caller has a role in the application that is written. Judged again for every attempt. */
  const by = (call: CallContext, role: Role, along?: ApplicationIntent['along']): Write<ApplicationIntent> => ({
    call: { ...call, caller: actingFor(call) },
    intent: { judge: (current) => void demandRole(current, { call, role }), ...(along && { along }) },
  })

  /** The change that lets through only one of several new applications at once, so that none is beyond the limit. */
  async function room(id: string) {
    const { pass } = await gateOf(store, id)
    const all = await loadApplicationsOf(store, id)
    if (all.filter(({ record }) => roleOf(record, id) === 'owner').length >= MOST_APPLICATIONS) throw tooMany()
    return [pass]
  }

  return {
    async list(_input, call) {
      await findConsumer(store, call)
      const found = await loadApplicationsOf(store, consumerId(call))
      const results = await Promise.all(found.map(({ record }) => showOwnApplication(store, record)))
      return { results: results.sort((a, b) => compareTexts(a.name, b.name) || compareTexts(a.id, b.id)) }
    },
    async get({ id }, call) {
      return showOwnApplication(store, (await loadOwnApplication(store, id, { call })).record)
    },
    async create({ body }, call) {
      const { record } = await loadConsumer(store, call)
      const id = generateId(random, 'application')
      await owned.create(
        { id, ...body, members: [{ developer: record.id, role: 'owner' }] },
        { call: { ...call, caller: actingFor(call) }, intent: { along: () => room(record.id) } },
      )
      return shown(id)
    },
    async update({ id, body }, call) {
      await loadOwnApplication(store, id, { call, role: 'owner' })
      await owned.update(id, (current) => ({ ...current, ...body }), by(call, 'owner'))
      return shown(id)
    },
    async delete({ id }, call) {
      await loadOwnApplication(store, id, { call, role: 'owner' })
      await owned.remove(id, by(call, 'owner'))
      return {}
    },
    async invite({ id, body: { role = 'member' } }, call) {
      await loadOwnApplication(store, id, { call, role: 'owner' })
      invitations.take(consumerId(call))
      const issued = await tokens.issue({ kind: 'invite', application: id, role, inviter: consumerId(call) })
      return notices.link('join', issued, { application: id })
    },
    async join({ id, body: { token } }, call) {
      const { record } = await loadConsumer(store, call)
      if ((await applicationsOf(store, record.id)).includes(id)) return shown(id)
      const accepted = async () => {
        const found = await findInvitation({ store, tokens }, token)
        if (found?.content.application !== id) throw invalidInvitation('NOT_FOUND')
        return found
      }
      const { content } = await accepted()
      if (!(await findApplication(store, id))) throw invalidInvitation('NOT_FOUND')
      await owned.update(
        id,
        (current) => withMember(current as StoredApplication, record.id, content.role ?? 'member'),
        { call: { ...call, caller: actingFor(call) }, intent: { along: async () => (await accepted()).uses } },
      )
      return shown(id)
    },
    async removeMember({ id, developer }, call) {
      const isSelf = developer === consumerId(call)
      const role = isSelf ? 'member' : 'owner'
      await loadOwnApplication(store, id, { call, role })
      await owned.update(id, (current) => without(current as StoredApplication, developer), by(call, role))
      return shown(id)
    },
  }
}

/** An application without one of its members. Throws NOT_FOUND for others, and CONFLICT for the last owner. */
function without(application: StoredApplication, developer: string): StoredApplication {
  const role = roleOf(application, developer)
  if (role === undefined) throw notFound(developers.name, developer)
  if (role === 'owner' && isOnlyOwner(application, developer)) throw lastOwner(application)
  return { ...application, members: application.members.filter((one) => one.developer !== developer) }
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const lastOwner = ({ id, name }: StoredApplication) =>
  failure(
    'CONFLICT',
    `The application ${name} would have no owner: invite another owner first, or delete the application`,
    problem('error.application.owner', id),
  )

const tooMany = () =>
  failure(
    'CONFLICT',
    `This account owns ${MOST_APPLICATIONS} applications, the most that one can own: delete one first`,
    problem('error.items.maximum', MOST_APPLICATIONS),
  )
