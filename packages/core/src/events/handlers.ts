import type { Caller } from '../access/caller.ts'
import { may, unauthenticated } from '../access/caller.ts'
import { problem, SignalboxError } from '../errors.ts'
import { isObject, own } from '../json.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Instance } from '../records/collection.ts'
import { matches } from '../records/pattern.ts'
import type { eventContract } from './contract.ts'
import type { ChangeEvent, Domain } from './event.ts'
import { domainNames, streamedByDefault } from './event.ts'
import { follow } from './stream.ts'

interface EventPorts extends Pick<Instance, 'store' | 'closing'> {
  /** Whether the record that a caller came by is as it was then. */
  readonly isCurrent: (caller: Caller) => Promise<boolean>
  /** Resolves when a session is over, or when aborted. */
  readonly untilOver: (session: string, signal: AbortSignal) => Promise<void>
}

interface Selection {
  readonly domains: readonly string[]
  readonly patterns?: string | undefined
  readonly pattern?: string | undefined
  readonly lastEventId?: number | undefined
}

/** The event streams, out of the store's log, as far as the caller may see; they end with the caller's credential. */
export function eventHandlers(ports: EventPorts): Handlers<typeof eventContract> {
  const { store, closing, isCurrent, untilOver } = ports

  async function stream({ domains, patterns = '*', pattern = '*', lastEventId }: Selection, call: CallContext) {
    const { caller, signal } = call
    const wanted = new Set(domains)
    const head = await store.head()
    // What changed before the head is in the record, what changes after it is in the log.
    if (!(await isCurrent(caller))) throw unauthenticated()
    const ended = new AbortController()
    const end = () => ended.abort()
    if (caller.session !== undefined) void untilOver(caller.session, ended.signal).then(end, end)
    return follow(store, {
      after: Math.min(call.lastEventId ?? lastEventId ?? head, head),
      signal: AbortSignal.any([closing, ended.signal, ...(signal ? [signal] : [])]),
      onEnd: end,
      accept(event) {
        const { _id, domain, key } = event
        if (_id > head && endsCredential(event, caller)) end()
        if (ended.signal.aborted) return false
        return wanted.has(domain) && isVisible(event, caller) && matches(patterns, key) && matches(pattern, key)
      },
    })
  }

  return {
    stream: ({ domains, ...rest }, call) => stream({ ...rest, domains: toDomains(domains) }, call),
    streamDomain: ({ domain, ...rest }, call) => stream({ ...rest, domains: [domain] }, call),
  }
}

/** Whether an event is the change, or the end, of the record that the caller came by. */
const endsCredential = ({ domain, key }: ChangeEvent, { authInfo }: Caller): boolean =>
  (domain === 'ApiKey' || domain === 'User') && authInfo?.kind === domain && authInfo.id === key

const forAdmins: ReadonlySet<Domain> = new Set(['ApiKey', 'User', 'Webhook', 'Credential'])

/** Bindings and variant events go by the id of their experiment, subscriptions by that of their API. */
const owners: Readonly<Partial<Record<Domain, string>>> = { Experiment: 'experimentId', Subscription: 'api_ref' }

const isVisible = ({ type, domain, key, payload }: ChangeEvent, caller: Caller): boolean =>
  caller.isAdmin ||
  (!forAdmins.has(domain) && !type.endsWith('S_DELETED') && may(caller, 'R', domain, ownerOf(domain, payload) ?? key))

function ownerOf(domain: Domain, payload: unknown): string | undefined {
  const member = owners[domain]
  const owner = member && isObject(payload) ? own(payload, member) : undefined
  return typeof owner === 'string' ? owner : undefined
}

function toDomains(text: string | undefined): readonly string[] {
  if (text === undefined) return streamedByDefault
  const names = text.split(',').map((name) => name.trim())
  const unknown = names.filter((name) => !domainNames.includes(name as Domain))
  if (unknown.length === 0) return names
  throw new SignalboxError('INVALID', `${unknown.join(', ')} is no domain; the domains are ${domainNames.join(', ')}`, {
    fieldErrors: { domains: [problem('error.enum', ...domainNames)] },
  })
}
