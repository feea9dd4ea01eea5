/**
 * The whole API as data. Start reading here: every operation of Signalbox is in one of these slices, with its method,
 * path, schemas and access rule. Each slice is a folder with a `contract.ts` of its own.
 */

import { accessDomains, accessSlice } from './access/slice.ts'
import { traceSlice } from './access/traces/slice.ts'
import { commitSlice } from './commits/slice.ts'
import { configSlice } from './configs/slice.ts'
import { developerSlice } from './developers/slice.ts'
import { errorPageSlice } from './error-pages/slice.ts'
import { eventSlice } from './events/slice.ts'
import { experimentSlice } from './experiments/slice.ts'
import { featureSlice } from './features/slice.ts'
import { gatewaySlice } from './gateway/slice.ts'
import { healthSlice } from './health/slice.ts'
import type { Identity as AnyIdentity } from './machine/callers/caller.ts'
import type { AuthorizedPatterns as AnyPatterns } from './machine/callers/grants-schema.ts'
import type { ConsumerSummaries, Summaries } from './machine/calls/summaries.ts'
import type { ChangeEvent as AnyEvent } from './machine/log/event.ts'
import type { EventIn, EventTypeIn, HeardIn, OnIn } from './machine/log/event-of.ts'
import { ofrepSlice } from './ofrep/slice.ts'
import type { Api, Contract, Described, Operation } from './operation.ts'
import { portalSlice } from './portal/slice.ts'
import { scriptSlice } from './scripts/slice.ts'
import { searchSlice } from './search/slice.ts'
import { segmentSlice } from './segments/slice.ts'
import { servingSlice } from './serving/slice.ts'
import { sinkSlice } from './sinks/slice.ts'
import { type ContractOf, contractOf, domainsOf, type EventsOf } from './slice.ts'
import { subscriptionSlice } from './subscriptions/slice.ts'
import { webhookSlice } from './webhooks/slice.ts'
import { webhookKind } from './webhooks/webhook.ts'
import { workflowSlice } from './workflows/slice.ts'

/**
 * The slices with records, except slices that need `allDomains` themselves. A kind of record added here gets grants,
 * events, webhooks and the search.
 */
const nouns = [
  featureSlice,
  segmentSlice,
  configSlice,
  experimentSlice,
  scriptSlice,
  errorPageSlice,
  gatewaySlice,
  subscriptionSlice,
  developerSlice,
  servingSlice,
  workflowSlice,
  traceSlice,
] as const

const allDomains = domainsOf(nouns, [...accessDomains, webhookKind])

/**
 * Every slice of Signalbox: `nouns`, the slices that work with the domains of all records, and the slices without
 * records.
 */
export const slices = [
  ...nouns,
  accessSlice(allDomains),
  eventSlice(allDomains),
  webhookSlice(allDomains),
  sinkSlice(allDomains),
  searchSlice(allDomains),
  commitSlice,
  portalSlice,
  ofrepSlice,
  healthSlice,
] as const

/** Every operation by name. */
export const contract: ContractOf<typeof slices> = contractOf(slices)

/** The types of all change events. */
export const { eventTypes } = allDomains

/** The prefix of the event types of each domain. */
export const domains: Readonly<Record<Domain, string>> = allDomains.prefixes

/**
 * The whole API as functions, in process or over HTTP. `SignalboxApi['apis']` is the type of a part. This is an
 * interface because TypeScript writes the name of an interface into declaration files, but may expand a type alias.
 */
export interface SignalboxApi extends Groups<Summaries> {}

/**
 * The operations for consumers of APIs: in process `box.as({ id, kind: 'Developer' }).mine`; over HTTP only a portal serves
 * them.
 */
export interface ConsumerApi extends Groups<ConsumerSummaries> {}

type AllSummaries = Summaries & ConsumerSummaries

type Groups<D> = {
  readonly [K in keyof D]: K extends keyof AllSummaries & keyof typeof contract
    ? (typeof contract)[K] extends Operation
      ? Api<typeof contract>[K]
      : ApiGroup<K>
    : never
}

/** The operations of a group. Declaration files have its name in place of all its members: `ApiGroup<'features'>`. */
export type ApiGroup<K extends keyof AllSummaries & keyof typeof contract> = {
  readonly [N in keyof AllSummaries[K]]: Described<AllSummaries[K], Extract<(typeof contract)[K], Contract>>[N]
}

type Events = EventsOf<typeof slices>

/** The domain that a record or an event belongs to. */
export type Domain = Extract<keyof Events['kinds'], string>
/** The types of change events. */
export type EventType = EventTypeIn<Events>
/** One committed change: its id, what happened to which object, and when. */
export type ChangeEvent = AnyEvent<Domain, EventType>
/** The change event of a type, with the payload of its kind of record. */
export type EventOf<T extends EventType> = EventIn<Events, T>
/** The events of a type, or of all types for `*`. */
export type Heard<T extends EventType | '*'> = HeardIn<Events, T>
/** Subscribes to change events of one type or of all. */
export type On = OnIn<Events>
/** Which records a caller may read and write: key patterns with rights and domains. */
export type AuthorizedPatterns = AnyPatterns<Domain>
/** A caller, as passed to `box.as` and returned by an embedder's `authenticate`. */
export type Identity = AnyIdentity<Domain>

export type { Condition } from './conditions/condition.ts'
export type { Config, ValueType } from './configs/config.ts'
export type { ErrorTemplate } from './error-pages/error-template.ts'
export type { Binding, Experiment, Variant, VariantEvent } from './experiments/experiment.ts'
export type { Results } from './experiments/results/result-schema.ts'
export type { Feature, FeatureBody } from './features/feature.ts'
export type { Rule } from './features/strategies/rule.ts'
export type { Access } from './machine/callers/access.ts'
export { mapOperations, operations } from './machine/calls/map-operations.ts'
export type { ConsumerSummaries, Summaries } from './machine/calls/summaries.ts'
export type { JsonPatchOperation } from './machine/records/contract.ts'
export type { MergePatch } from './machine/records/patching/merge-patch.ts'
export type {
  TArray,
  TBoolean,
  TInteger,
  TLiteral,
  TNumber,
  TObject,
  TOptional,
  TProperties,
  TRecord,
  TSchema,
  TString,
  TUnion,
  TUnknown,
  TUnsafe,
} from './machine/schema/builders.ts'
export type { Api, Described, Stream } from './operation.ts'
export type { Segment } from './segments/segment.ts'
export type { SealedUnit } from './serving/sealed/seal-unit.ts'
export type { SnapshotLine } from './serving/source/wire-units.ts'
export type { UsageBatch } from './usage/usage-batch.ts'
