/**
 * The whole API, as data. Start reading here: everything that Signalbox can be asked is in one of these slices, with
 * its method, its path, its schemas and who may ask. Each is a folder, and its `contract.ts` says the rest.
 */

import { accessDomains, accessSlice } from './access/slice.ts'
import type { Identity as AnyIdentity } from './callers/caller.ts'
import type { AuthorizedPatterns as AnyPatterns } from './callers/grants-schema.ts'
import { configSlice } from './configs/slice.ts'
import { errorPageSlice } from './error-pages/slice.ts'
import { eventSlice } from './events/slice.ts'
import { experimentSlice } from './experiments/slice.ts'
import { featureSlice } from './features/slice.ts'
import { gatewaySlice } from './gateway/slice.ts'
import { healthSlice } from './health/slice.ts'
import type { ChangeEvent as AnyEvent } from './log/event.ts'
import type { EventIn, EventTypeIn, HeardIn, OnIn } from './log/event-of.ts'
import { ofrepSlice } from './ofrep/slice.ts'
import type { Described } from './operation.ts'
import { scriptSlice } from './scripts/slice.ts'
import { searchSlice } from './search/slice.ts'
import type { ContractOf, EventsOf } from './slice.ts'
import { contractOf, domainsOf } from './slice.ts'
import { subscriptionSlice } from './subscriptions/slice.ts'
import type { Summaries } from './summaries.ts'
import { webhookSlice } from './webhooks/slice.ts'
import { webhookKind } from './webhooks/webhook.ts'
import { workflowSlice } from './workflows/slice.ts'

/** What has records of its own. A kind of record that is added here has all that the others have. */
const nouns = [
  featureSlice,
  configSlice,
  experimentSlice,
  scriptSlice,
  errorPageSlice,
  gatewaySlice,
  subscriptionSlice,
  workflowSlice,
] as const

const allDomains = domainsOf(nouns, [...accessDomains, webhookKind])

/** Every part of Signalbox: what has records, and what speaks of all of them. */
export const slices = [
  ...nouns,
  accessSlice(allDomains),
  eventSlice(allDomains),
  webhookSlice(allDomains),
  searchSlice(allDomains),
  ofrepSlice,
  healthSlice,
] as const

/** Every operation by name. */
export const contract: ContractOf<typeof slices> = contractOf(slices)

/** The types of all change events. */
export const { eventTypes } = allDomains

/** What begins the types of the events of each domain. */
export const domains: Readonly<Record<Domain, string>> = allDomains.prefixes

/**
 * The whole API as functions, in process or from elsewhere. An interface, so that declarations of programs that export one name it,
 * in place of writing out all that it is. `SignalboxApi['apis']` names a part.
 */
export interface SignalboxApi extends Described<Summaries, typeof contract> {}

type Events = EventsOf<typeof slices>

/** What a record or an event belongs to. */
export type Domain = Extract<keyof Events['kinds'], string>
/** The types of change events. */
export type EventType = EventTypeIn<Events>
/** One committed change: its id, what happened to which object, and when. */
export type ChangeEvent = AnyEvent<Domain, EventType>
/** The change event of a type, its payload that of the record kind. */
export type EventOf<T extends EventType> = EventIn<Events, T>
/** The events of a type; of all types for `*`. */
export type Heard<T extends EventType | '*'> = HeardIn<Events, T>
/** Calls back for change events: of a type, or of all. */
export type On = OnIn<Events>
/** Which records someone may see and change: key patterns with rights and domains. */
export type AuthorizedPatterns = AnyPatterns<Domain>
/** Someone who calls, as `box.as` and an embedder's `authenticate` know them. */
export type Identity = AnyIdentity<Domain>

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
} from './builders.ts'
export type { Access } from './callers/access.ts'
export type { Config } from './configs/config.ts'
export type { ErrorTemplate } from './error-pages/error-template.ts'
export type { Binding, Experiment, Variant, VariantEvent } from './experiments/experiment.ts'
export type { Results } from './experiments/figures.ts'
export type { Feature } from './features/feature.ts'
export type { Api, Described, Stream } from './operation.ts'
export type { JsonPatchOperation } from './records/contract.ts'
export type { MergePatch } from './records/merge-patch.ts'
export type { Summaries } from './summaries.ts'
export { mapOperations, operations } from './walk.ts'
