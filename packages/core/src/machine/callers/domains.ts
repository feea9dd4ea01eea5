import type { Access } from './access.ts'
import type { Right } from './rights.ts'

/** The domain of a kind of record: its names in grants and events, and who may see its events. */
export interface DomainOfKind<D extends string = string, E extends string = string> {
  /** Its name in grants and events: `Feature`. */
  readonly domain: D
  /** The prefix of its event types: `FEATURE` in `FEATURE_CREATED`. */
  readonly events: E
  /**
   * Who may do what. If only admins may read the records, only admins see the events.
   * @default callers with the right in the domain
   */
  readonly access?: (right: Right) => Access
  /** Only admins see the events, even if others may read the records. @default callers who may read the records */
  readonly areEventsForAdmins?: true
  /** Whether grants without domains cover it. @default only grants that name it */
  readonly isGrantedByDefault?: true
  /** Whether streams without domains carry its events. @default only streams that name it */
  readonly isStreamedByDefault?: true
  /** The member that names the record's owner: grants are checked against it instead of the id. */
  readonly owner?: string
  /** The member of event payloads that grants are checked against. @default `owner`, else the key of the event */
  readonly eventOwner?: string
}

/** The domains of an instance, for code that concerns every kind of record. */
export interface Domains<D extends string = string, T extends string = string> {
  /** The names of all domains. */
  readonly names: readonly D[]
  /** The prefix of the event types of each domain. */
  readonly prefixes: Readonly<Record<D, string>>
  /** The types of all events, domain by domain, followed by the types that concern no single record. */
  readonly eventTypes: readonly T[]
  /** The domains of grants that name none. */
  readonly granted: readonly D[]
  /** The domains of streams that name none. */
  readonly streamed: readonly D[]
  /** The domains whose events only admins see. */
  readonly forAdmins: ReadonlySet<string>
  /** The member of payloads that grants are checked against, by domain. */
  readonly eventOwners: ReadonlyMap<string, string>
}

/** The domains of kinds of records, in their order. `emitted` are the types of events that concern no single record. */
export function readDomains<D extends string, T extends string>(
  kinds: readonly DomainOfKind<D>[],
  emitted: readonly string[],
): Domains<D, T> {
  const named = (is: (kind: DomainOfKind<D>) => unknown) => kinds.filter(is).map(({ domain }) => domain)
  const changes = ['_CREATED', '_UPDATED', '_DELETED', 'S_DELETED']
  const ofKinds = kinds.flatMap(({ events }) => changes.map((change) => `${events}${change}`))
  return {
    names: kinds.map(({ domain }) => domain),
    prefixes: Object.fromEntries(kinds.map(({ domain, events }) => [domain, events])) as Record<D, string>,
    eventTypes: [...ofKinds, ...emitted] as readonly string[] as readonly T[],
    granted: named(({ isGrantedByDefault }) => isGrantedByDefault),
    streamed: named(({ isStreamedByDefault }) => isStreamedByDefault),
    forAdmins: new Set(named(({ access, areEventsForAdmins }) => areEventsForAdmins || access?.('R') === 'admin')),
    eventOwners: new Map(
      kinds.flatMap(({ domain, owner, eventOwner = owner }) =>
        eventOwner === undefined ? [] : [[domain, eventOwner]],
      ),
    ),
  }
}
