import { answered } from '../../machine/answers/answer.ts'
import { failure, notFound, problem, SignalboxError } from '../../machine/errors/errors.ts'
import { createAllowance, HOUR } from '../../machine/guessing/allowance.ts'
import type { CallContext, Handlers } from '../../operation.ts'
import { actingAs, actingFor, consumerId, findConsumer, findDeveloper, loadConsumer, notActive } from '../consumer.ts'
import { developers, type StoredDeveloper } from '../developer.ts'
import { findByEmail, isSameMailbox } from '../emails.ts'
import type { mineContract } from '../mine.ts'
import { showConsumer } from '../shown.ts'
import type { AccountPorts } from './account-ports.ts'
import { createSignUp } from './sign-up.ts'
import type { AccountToken, FoundToken } from './tokens.ts'

/** How many times a consumer may change the e-mail address within an hour: more would find out addresses, or send many messages. */
const MOST_MOVES = 5

type AccountHandlers = Pick<
  Handlers<typeof mineContract>,
  'get' | 'signUp' | 'signIn' | 'signOut' | 'resetPassword' | 'update' | 'delete'
>

/** Creates the handlers of the calling consumer's own account. */
export function accountHandlers(ports: AccountPorts): AccountHandlers {
  const { instance, people, sessions, tokens, checks, notices } = ports
  const { store, clock } = instance
  const moves = createAllowance(clock, {
    most: MOST_MOVES,
    window: HOUR,
    what: 'changes of the e-mail address an hour',
  })

  /** The stored consumer after a write. */
  async function reloaded(id: string): Promise<StoredDeveloper> {
    const found = await findDeveloper(store, id)
    if (!found) throw notFound(developers.name, id)
    return found.record
  }

  /** The answer that signs a consumer in. The session of the caller ends, because its cookie is replaced. */
  async function signedIn(developer: StoredDeveloper, { caller: { session: replaced } }: CallContext) {
    const session = await sessions.open(developer)
    if (replaced !== undefined) await sessions.close(replaced)
    return answered(showConsumer(developer), { session })
  }

  /** A token of an account that has neither another password, status nor address since it was given out. */
  async function findOwn(kind: AccountToken['kind'], token: string) {
    const found = (await tokens.find(kind, token)) as FoundToken<AccountToken> | undefined
    const owner = found && (await findDeveloper(store, found.content.developer))
    const isSame =
      owner?.record.sessionsId === found?.content.sessionsId && isSameMailbox(owner?.record.email, found?.content.email)
    return found && owner && isSame ? { ...found, record: owner.record } : undefined
  }

  /** Writes a consumer with a token of a link, which is used up. What changes is decided by the record as it is then. */
  async function writeWith(
    { kind, token }: { readonly kind: AccountToken['kind']; readonly token: string },
    change: (current: StoredDeveloper) => Partial<StoredDeveloper>,
    {
      call,
      record,
      isProven,
    }: { readonly call: CallContext; readonly record: StoredDeveloper; readonly isProven?: boolean },
  ): Promise<StoredDeveloper> {
    const along = async () => {
      const found = await findOwn(kind, token)
      if (!found) throw invalidLink()
      // Another account may have got the address meanwhile.
      const whose = found.content.moveTo === undefined ? undefined : await findByEmail(store, found.content.moveTo)
      if (whose !== undefined && whose !== record.id) throw invalidLink()
      return { changes: [found.use] }
    }
    await people.update(record.id, (current) => ({ ...current, ...change(current as StoredDeveloper) }), {
      call: { ...call, caller: actingAs(record) },
      intent: { along, ...(isProven && { isProven: true as const }) },
    })
    return reloaded(record.id)
  }

  /** What it means that somebody can read the messages to the address of an account. */
  const confirmed = ({ status, email }: StoredDeveloper, sent: AccountToken): Partial<StoredDeveloper> =>
    sent.moveTo !== undefined
      ? { email: sent.moveTo, email_verified: true }
      : sent.isSent && isSameMailbox(sent.email, email)
        ? { email_verified: true, ...(status === 'waiting' && { status: 'active' }) }
        : {}

  /** The consumer after signing in with the link of a message that confirms the address. */
  async function withConfirmation(record: StoredDeveloper, token: string | undefined, call: CallContext) {
    const found = token === undefined ? undefined : await findOwn('confirm', token)
    if (token === undefined || found?.record.id !== record.id) return record
    return writeWith({ kind: 'confirm', token }, (current) => confirmed(current, found.content), {
      call,
      record,
      isProven: found.content.moveTo !== undefined,
    })
  }

  async function tellToConfirm({ id: developer, sessionsId = '', email }: StoredDeveloper): Promise<void> {
    if (!notices.isWriting || email === undefined) return
    const issued = await tokens.issue({ kind: 'confirm', developer, sessionsId, email, isSent: true })
    notices.confirm(email, notices.link('confirm', issued))
  }

  /** Tells the owner of an address that somebody wants to have it. */
  async function tellOwner(typed: string): Promise<void> {
    const id = await findByEmail(store, typed)
    const found = id === undefined ? undefined : await findDeveloper(store, id)
    if (!found || found.record.status === 'blocked') return
    // The typed address may be of another mailbox.
    const { id: developer, sessionsId = '', email = typed } = found.record
    const issued = await tokens.issue({ kind: 'reset', developer, sessionsId, email, isSent: true })
    notices.alreadyThere(email, notices.link('reset', issued))
  }

  /** Asks for a proof of a new address. Only the owner of another account with that address learns that it is taken. */
  async function tellToMove({ id: developer, sessionsId = '', email }: StoredDeveloper, moveTo: string): Promise<void> {
    const whose = await findByEmail(store, moveTo)
    if (whose !== undefined && whose !== developer) return tellOwner(moveTo)
    const account = { developer, sessionsId, ...(email !== undefined && { email }) }
    const issued = await tokens.issue({ kind: 'confirm', ...account, moveTo })
    notices.move(moveTo, notices.link('confirm', issued))
  }

  return {
    async get(_input, call) {
      const found = await findConsumer(store, call)
      if (!found) throw notFound(developers.name, consumerId(call))
      return showConsumer(found.record)
    },
    signUp: createSignUp(ports, { reloaded, signedIn, tellOwner, tellToConfirm }),
    async signIn({ body: { email, password, confirmation } }, call) {
      const found = await checks.check(email, password, call.address)
      if (!found) throw wrongPassword()
      const record = await withConfirmation(found.record, confirmation, call)
      if (record.status !== 'active') throw notActive(record)
      return signedIn(record, call)
    },
    async signOut(_input, { caller: { session } }) {
      if (session !== undefined) await sessions.close(session)
      return answered({}, { session: '' })
    },
    async resetPassword({ body: { token, password } }, call) {
      const found = await checks.judged(token, call.address, () => findOwn('reset', token))
      if (!found) throw invalidLink()
      const { record, content } = found
      if (record.status === 'blocked') throw notActive(record)
      const passwordHash = await checks.hash(password, call.address)
      const change = (current: StoredDeveloper) => ({ ...confirmed(current, content), passwordHash })
      const next = await writeWith({ kind: 'reset', token }, change, { call, record })
      if (next.status !== 'active') throw notActive(next)
      return signedIn(next, call)
    },
    async update({ body: { name, email, password, currentPassword } }, call) {
      const { record } = await loadConsumer(store, call)
      const isMove = (current: StoredDeveloper) => email !== undefined && !isSameMailbox(email, current.email)
      const isMoved = isMove(record)
      // Where people are written to, the address changes when the link is opened that is sent to it.
      const isPending = isMoved && notices.isWriting
      const isChecked = isMoved || password !== undefined
      if (isChecked) await checkOwn(record, currentPassword, call)
      // An attempt counts although it fails, because the failure tells that an address is taken.
      if (isMoved) moves.take(record.id)
      const passwordHash = password === undefined ? undefined : await checks.hash(password, call.address)
      const change = {
        ...(name !== undefined && { name }),
        ...(email !== undefined && !isPending && { email }),
        ...(passwordHash !== undefined && { passwordHash }),
      }
      const changed = (current: StoredDeveloper) => {
        // The account has got another password, status or address since its password was checked.
        if (isChecked ? current.sessionsId !== record.sessionsId : isMove(current)) throw wrongPassword()
        return { ...current, ...change }
      }
      await people.update(record.id, (current) => changed(current as StoredDeveloper), {
        call: { ...call, caller: actingFor(call) },
      })
      const next = await reloaded(record.id)
      if (isPending) await tellToMove(next, email as string)
      return passwordHash === undefined ? showConsumer(next) : signedIn(next, call)
    },
    async delete(_input, call) {
      const { record } = await loadConsumer(store, call)
      await people.remove(record.id, { call: { ...call, caller: actingFor(call) }, intent: { isOwn: true } })
      if (call.caller.session !== undefined) await sessions.close(call.caller.session)
      return answered({}, { session: '' })
    },
  }

  /** Throws unless the consumer signs in here, and knows the current password. */
  async function checkOwn(record: StoredDeveloper, current: string | undefined, { address }: CallContext) {
    if (record.source === 'sso' || record.source === 'embedder') throw signsInElsewhere()
    if (record.passwordHash === undefined) throw withoutPassword()
    if (current === undefined) throw currentMissing()
    if (!(await checks.isOwn(record, current, address))) throw wrongPassword()
  }
}

const wrongPassword = () =>
  failure('UNAUTHENTICATED', 'The e-mail address or the password is wrong', problem('error.credentials'))

const invalidLink = () =>
  failure(
    'UNAUTHENTICATED',
    'The link was used, has expired, or does not exist: ask the owners of the API for another one',
    problem('error.link'),
  )

const signsInElsewhere = () =>
  failure(
    'CONFLICT',
    'This account signs in with another service: change its e-mail address and its password there',
    problem('error.password.identity'),
  )

const withoutPassword = () =>
  failure(
    'CONFLICT',
    'This account has no password: ask the owners of the API for a link to choose one',
    problem('error.password.none'),
  )

const currentMissing = () =>
  new SignalboxError('INVALID', 'A new e-mail address or password requires the current password', {
    fieldErrors: { '/currentPassword': [problem('error.required')] },
  })
