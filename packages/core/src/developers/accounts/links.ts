import { forbidden, lacking, may } from '../../machine/callers/caller.ts'
import { failure, problem, SignalboxError } from '../../machine/errors/errors.ts'
import type { Handlers } from '../../operation.ts'
import { applications } from '../application.ts'
import type { developerContract } from '../contract.ts'
import type { StoredDeveloper } from '../developer.ts'
import { findApplication } from '../membership.ts'
import type { AccountPorts } from './account-ports.ts'

/** Creates the handlers that give people links to sign up and to choose a password. */
export function linkHandlers({
  instance: { store },
  people,
  rules,
  tokens,
  notices,
}: AccountPorts): Pick<Handlers<typeof developerContract>, 'invite' | 'reset'> {
  return {
    async invite({ body: { email, name, application, role } }, { caller }) {
      if (rules.signUp === 'off' && application === undefined)
        throw forbidden('nobody can sign up here: create the account instead')
      // Anyone who uses the link acts for the application.
      if (application !== undefined && !may(caller, 'U', applications.domain, application))
        throw lacking('U', applications.domain, application)
      if (application !== undefined && !(await findApplication(store, application))) throw noApplication(application)
      const issued = await tokens.issue({
        kind: 'invite',
        ...(email !== undefined && { email }),
        ...(name !== undefined && { name }),
        ...(application !== undefined && { application, role: role ?? 'member' }),
      })
      const link =
        application === undefined ? notices.link('invite', issued) : notices.link('join', issued, { application })
      if (email !== undefined) notices.invite(email, link)
      return link
    },
    async reset({ id }, call) {
      const { record } = await people.load(id, 'U', call)
      const { source, email, sessionsId = '' } = record as StoredDeveloper
      if (source === 'sso' || source === 'embedder') throw withoutPassword(id)
      const link = notices.link(
        'reset',
        await tokens.issue({ kind: 'reset', developer: id, sessionsId, ...(email !== undefined && { email }) }),
      )
      if (email !== undefined) notices.reset(email, link)
      return link
    },
  }
}

const noApplication = (id: string) =>
  new SignalboxError('INVALID', `The invitation is invalid: application ${id} does not exist`, {
    fieldErrors: { '/application': [problem('error.reference', id)] },
  })

const withoutPassword = (id: string) =>
  failure(
    'CONFLICT',
    `Developer ${id} signs in with another service and has no password here: change the password there`,
    problem('error.password.identity', id),
  )
