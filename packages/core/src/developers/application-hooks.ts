import { problem, SignalboxError } from '../machine/errors/errors.ts'
import type { Write } from '../machine/records/commit.ts'
import type { Hooks, Instance, Prepared, Removal, Removed, Writing } from '../machine/records/hooks.ts'
import { generateId } from '../machine/secrets/ids.ts'
import type { CallContext } from '../operation.ts'
import type { Random } from '../ports.ts'
import { createClosing, openSubscriptionsOf } from '../subscriptions/open-subscriptions.ts'
import { type Application, applicationInOrder, type StoredApplication, showApplication } from './application.ts'
import { checkNewMembers, membershipChanges } from './membership.ts'

/** What a write of an application does beyond saving its body. */
export interface ApplicationIntent {
  /** Deletes the application although it has open subscriptions, and closes them. */
  readonly force?: boolean | undefined
  /** Further changes of the commit, such as the use of an invitation. Read anew for every attempt. */
  readonly along?: (next: StoredApplication) => readonly Write[] | Promise<readonly Write[]>
}

/** How many subscriptions are closed in one commit. */
const MOST_ALONG = 50

type ApplicationWriting = Writing<Application & Partial<StoredApplication>, ApplicationIntent>

/** Completes applications, keeps the index of their members, and closes the subscriptions of deleted ones. */
export function createApplicationHooks(instance: Instance, random: Random) {
  const { store, commit, applied } = instance
  const close = createClosing(instance)

  /** Closes most subscriptions of an application that has many. The last few are closed with it. */
  async function closeMany(ids: readonly string[], call: CallContext, reason: string): Promise<readonly string[]> {
    let left = ids
    while (left.length > MOST_ALONG) {
      const { changes, events } = await close(left.slice(0, MOST_ALONG), call, reason)
      const committed = await commit(call, changes, events)
      if (!('events' in committed)) continue
      await applied(committed.events.at(-1)?._id ?? 0)
      left = left.slice(MOST_ALONG)
    }
    return left
  }

  return {
    async prepare(writing: ApplicationWriting): Promise<Prepared<Application>> {
      const { next, isUpload, intent } = writing
      const current = writing.current as StoredApplication | undefined
      const { requested_at: sent, ...rest } = next
      const requested_at = (isUpload ? sent : undefined) ?? current?.requested_at
      const record = applicationInOrder({
        ...rest,
        id: current?.id ?? next.id ?? generateId(random, 'application'),
        members: next.members ?? [],
        ...(requested_at !== undefined && { requested_at }),
      })
      const { missing, checks } = await checkNewMembers(store, record, current)
      if (missing.length > 0) throw unknownMembers(record, missing)
      const along = (await intent?.along?.(record)) ?? []
      return { record, changes: [...along, ...checks, ...membershipChanges(record.id, record, current)] }
    },
    present: showApplication,
    async remove({ record, call, intent = {} }: Removal<Application, ApplicationIntent>): Promise<Removed> {
      const { id, members } = record as StoredApplication
      const open = (await openSubscriptionsOf(store, id)).map((one) => one.id)
      if (open.length > 0 && !intent.force) throw subscribed(id, open)
      const reason = 'its application was deleted'
      const { changes, events } = await close(await closeMany(open, call, reason), call, reason)
      return { changes: [...membershipChanges(id, undefined, { members }), ...changes], events }
    },
  } satisfies Hooks<Application, ApplicationIntent>
}

/** How many ids a message names; the members of the failure have all. */
const MOST_NAMED = 5

/** CONFLICT: the application has open subscriptions. */
function subscribed(id: string, open: readonly string[]) {
  const named = open.slice(0, MOST_NAMED).join(', ')
  const more = open.length > MOST_NAMED ? ` and ${open.length - MOST_NAMED} more` : ''
  return new SignalboxError(
    'CONFLICT',
    `Application ${id} has open subscriptions (${named}${more}): close them first, or pass force=true to close them too`,
    { errors: [problem('error.application.subscribed', ...open)], members: { subscriptions: open } },
  )
}

/** INVALID: some members are not consumers. */
const unknownMembers = ({ members }: StoredApplication, missing: readonly string[]) =>
  new SignalboxError('INVALID', `The application is invalid: there is no developer ${missing.join(', ')}`, {
    fieldErrors: Object.fromEntries(
      members.flatMap(({ developer }, i) =>
        missing.includes(developer) ? [[`/members/${i}/developer`, [problem('error.reference', developer)]]] : [],
      ),
    ),
  })
