import type { Access } from './access.ts'
import type { Right } from './rights.ts'

/** What a kind of record says of its domain: what grants and events call it, and who hears of it. */
export interface DomainOfKind<D extends string = string, E extends string = string> {
  /** As grants and events name it: `Feature`. */
  readonly domain: D
  /** What the types of its events begin with: `FEATURE` of `FEATURE_CREATED`. */
  readonly events: E
  /** Who may do what. Of records that admins alone read, admins alone hear. @default those with the right in the domain */
  readonly access?: (right: Right) => Access
  /** Grants that name no domains cover it. @default only those that name it */
  readonly isGrantedByDefault?: true
  /** Streams that name no domains carry its events. @default only those that name it */
  readonly isStreamedByDefault?: true
  /** The member of what its events show that grants go by, where there is one. @default the key of the event */
  readonly heardBy?: string
}

/** What all domains of an instance come to: for what speaks of every kind of record. */
export interface Domains<D extends string = string, T extends string = string> {
  /** The names of all domains. */
  readonly names: readonly D[]
  /** What begins the types of the events of each. */
  readonly prefixes: Readonly<Record<D, string>>
  /** The types of all events, domain by domain, and then those about no single record. */
  readonly eventTypes: readonly T[]
  /** What grants cover that name no domains. */
  readonly granted: readonly D[]
  /** What streams carry that name no domains. */
  readonly streamed: readonly D[]
  /** Whose events reach admins only. */
  readonly forAdmins: ReadonlySet<string>
  /** The member of payloads that grants go by, by domain. */
  readonly heardBy: ReadonlyMap<string, string>
}

/** The domains of kinds of records, in their order; `emitted` are the types of events about no single record. */
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
    forAdmins: new Set(named(({ access }) => access?.('R') === 'admin')),
    heardBy: new Map(kinds.flatMap(({ domain, heardBy }) => (heardBy === undefined ? [] : [[domain, heardBy]]))),
  }
}
