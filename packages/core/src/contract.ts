/**
 * The whole API, as data. Start reading here: everything that Signalbox can be asked is in one of these slices, with
 * its method, its path, its schemas and who may ask. Each is a folder, and its `contract.ts` says the rest.
 */
import { accessSlice } from './access/slice.ts'
import { configSlice } from './configs/slice.ts'
import { errorPageSlice } from './error-pages/slice.ts'
import { eventSlice } from './events/slice.ts'
import { experimentSlice } from './experiments/slice.ts'
import { featureSlice } from './features/slice.ts'
import { gatewaySlice } from './gateway/slice.ts'
import { healthSlice } from './health/slice.ts'
import { ofrepSlice } from './ofrep/slice.ts'
import type { Described } from './operation.ts'
import { scriptSlice } from './scripts/slice.ts'
import { searchSlice } from './search/slice.ts'
import type { ContractOf } from './slice.ts'
import { contractOf } from './slice.ts'
import { subscriptionSlice } from './subscriptions/slice.ts'
import type { Summaries } from './summaries.ts'
import { webhookSlice } from './webhooks/slice.ts'
import { workflowSlice } from './workflows/slice.ts'

/** Every part of Signalbox. What is added here has routes, a client, documents, grants, events, exports and search. */
export const slices = [
  featureSlice,
  configSlice,
  experimentSlice,
  scriptSlice,
  accessSlice,
  errorPageSlice,
  gatewaySlice,
  subscriptionSlice,
  workflowSlice,
  ofrepSlice,
  eventSlice,
  webhookSlice,
  searchSlice,
  healthSlice,
] as const

/** Every operation by name. */
export const contract: ContractOf<typeof slices> = contractOf(slices)

/**
 * The whole API as functions, in process or from elsewhere. An interface, so that declarations of programs that export one name it,
 * in place of writing out all that it is. `SignalboxApi['apis']` names a part.
 */
export interface SignalboxApi extends Described<Summaries, typeof contract> {}

export type { Access } from './access/access.ts'
export type { Config } from './configs/config.ts'
export type { ErrorTemplate } from './error-pages/error-template.ts'
export type { ChangeEvent, Domain, EventType } from './events/event.ts'
export type { Binding, Experiment, Variant, VariantEvent } from './experiments/experiment.ts'
export type { Results } from './experiments/figures.ts'
export type { Feature } from './features/feature.ts'
export type { Api, Described, Stream } from './operation.ts'
export type { JsonPatchOperation } from './records/contract.ts'
export type { MergePatch } from './records/merge-patch.ts'
export type { Summaries } from './summaries.ts'
export { mapOperations, operations } from './walk.ts'
