import type { Along, Hooks, Writing } from '../machine/records/hooks.ts'
import { object } from '../machine/schema/schema.ts'
import { validate } from '../machine/schema/validate.ts'
import { generateId } from '../machine/secrets/ids.ts'
import { randomText } from '../machine/secrets/random-text.ts'
import type { Clock, Passwords, Random, Reads } from '../ports.ts'
import { type Developer, developerInOrder, emailSchema, type StoredDeveloper, showDeveloper } from './developer.ts'
import { type Claimed, emailChanges, isSameMailbox } from './emails.ts'

/** What a write of a consumer does beyond saving its body. */
export interface DeveloperIntent {
  /** Who creates the account. @default 'api' */
  readonly source?: StoredDeveloper['source']
  /** In uploads: the addresses of the other records of the commit. */
  readonly claimed?: Claimed
  /** Consumers delete themselves. */
  readonly isOwn?: true
  /** Somebody has proved to read the messages to the address. */
  readonly isProven?: true
  /** Further changes of the commit, such as the use of an invitation. Asked anew for every attempt. */
  readonly along?: () => Promise<Along>
}

interface HookPorts {
  readonly store: Reads
  readonly clock: Clock
  readonly random: Random
  readonly passwords: Passwords
}

export const withEmail = object({ email: emailSchema })

type DeveloperWriting = Writing<Developer & Partial<StoredDeveloper>, DeveloperIntent>

/** Completes consumers: hashes passwords, keeps addresses unique, and ends sessions. */
export function createDeveloperHooks({ store, clock, random, passwords }: HookPorts) {
  async function hashOf({ next, current }: Pick<DeveloperWriting, 'next' | 'current'>): Promise<string | undefined> {
    const { password, passwordHash: sent } = next
    const kept = sent ?? current?.passwordHash
    if (password === undefined) return kept
    return kept !== undefined && (await passwords.verify(password, kept)) ? kept : passwords.hash(password)
  }

  return {
    async prepare(writing: DeveloperWriting) {
      const { next, isUpload, intent = {} } = writing
      const current = writing.current as StoredDeveloper | undefined
      const { password: _password, sessionsId: _id, source, created_at, ...sent } = next
      const { status = 'active', email } = next
      // What is stored stays, and what was exported is restored.
      if (!isUpload && email !== undefined && email !== current?.email) validate(withEmail, { email }, 'The developer')
      const passwordHash = await hashOf(writing)
      const isSame = current !== undefined && current.passwordHash === passwordHash && current.status === status
      const record = developerInOrder({
        ...sent,
        id: current?.id ?? next.id ?? generateId(random, 'developer'),
        email_verified: intent.isProven ?? isVerified(next, current),
        status,
        source: (isUpload && source) || current?.source || intent.source || 'api',
        created_at: (isUpload && created_at) || current?.created_at || clock(),
        ...(passwordHash !== undefined && { passwordHash }),
        sessionsId: (isSame && current.sessionsId) || randomText(random, 16),
      })
      const { changes = [], events = [] } = (await intent.along?.()) ?? {}
      const addressed = await emailChanges(store, { next: record, current, claimed: intent.claimed })
      return { record, changes: [...addressed, ...changes], events }
    },
    present: showDeveloper,
  } satisfies Hooks<Developer, DeveloperIntent>
}

/** Nobody has vouched for a changed address. */
function isVerified({ email, email_verified = false }: Developer, current: StoredDeveloper | undefined): boolean {
  const isChanged = current !== undefined && !isSameMailbox(current.email, email)
  return email !== undefined && email_verified && !(isChanged && current.email_verified === true)
}
