import { failure, problem } from '../machine/errors/errors.ts'
import { digest } from '../machine/secrets/secret.ts'
import type { Change, Reads } from '../ports.ts'

/** Collection of one record for each e-mail address in use, which makes addresses unique: the id of its consumer. */
const EMAILS = 'developer-emails'

interface Owner {
  readonly developer: string
}

/**
 * What makes an address unique: addresses are the same whatever their case, and however their letters are composed. Two addresses
 * that are the same may still be of two mailboxes: what proves one (`isSameMailbox`) does not prove the other, and messages go to
 * the address of the account, never to the one that somebody typed.
 */
export const sameEmail = (email: string): string => email.normalize('NFC').toLowerCase()

/** Whether messages to two addresses reach the same person: only the case of A to Z may differ. */
export const isSameMailbox = (one: string | undefined, other: string | undefined): boolean =>
  one === other || (one !== undefined && other !== undefined && lowered(one) === lowered(other))

const lowered = (email: string): string => email.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

const keyOf = (email: string): string => digest(sameEmail(email))

/** Finds the id of the consumer with an address. */
export async function findByEmail(store: Reads, email: string): Promise<string | undefined> {
  return ((await store.get(EMAILS, keyOf(email)))?.value as Owner | undefined)?.developer
}

/** The parts of a consumer that concern its address. */
interface Addressed {
  readonly id: string
  readonly email?: string
}

/**
 * The changes that give a consumer an address and free the one it had. Throws CONFLICT if another consumer has it; the commit
 * fails if one takes it meanwhile. `claimed` are the addresses of other records of the same commit.
 */
export async function emailChanges(
  store: Reads,
  { next, current, claimed }: { next: Addressed; current: Addressed | undefined; claimed?: Claimed | undefined },
): Promise<Change[]> {
  const [to, from] = [next, current].map((one) => (one?.email === undefined ? undefined : keyOf(one.email)))
  if (to === from) return []
  const free: Change[] = from === undefined ? [] : [{ op: 'delete', collection: EMAILS, key: from }]
  if (to === undefined || next.email === undefined) return free
  const whose = (await findByEmail(store, next.email)) ?? claimed?.get(to)
  if (whose !== undefined && whose !== next.id) throw emailTaken(next.email)
  claimed?.set(to, next.id)
  return [...free, { op: 'put', collection: EMAILS, key: to, value: { developer: next.id }, expected: null }]
}

/** The change that frees the address of a deleted consumer. */
export const freedEmail = ({ email }: Addressed): Change[] =>
  email === undefined ? [] : [{ op: 'delete', collection: EMAILS, key: keyOf(email) }]

/** The addresses that one commit of an upload gives to consumers. */
export type Claimed = Map<string, string>

const emailTaken = (email: string) =>
  failure(
    'CONFLICT',
    `Another developer has the e-mail address ${email}: choose another address, or change that developer`,
    problem('error.email.taken'),
  )
