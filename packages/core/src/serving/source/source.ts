import type { ErrorTemplate } from '../../error-pages/error-template.ts'
import type { Assignment } from '../../experiments/assign.ts'
import type { ApiDefinition, GatewayApi } from '../../gateway/apis/api.ts'
import type { StoredBackend } from '../../gateway/backends/backend.ts'
import type { StoredCredential } from '../../subscriptions/credential.ts'
import type { StoredSubscription } from '../../subscriptions/subscription.ts'
import type { UsageBatch } from '../../usage/usage-batch.ts'
import type { DataPlane } from '../planes/data-plane.ts'
import type { SigningKey } from '../signing/signing-key.ts'
import type { ServedExperiment } from './served-experiment.ts'

/** An API as a data plane serves it: the record, what its newest deployment froze, and its draft. */
export interface SourcedApi {
  readonly api: GatewayApi
  /** The definition that is served. Absent: the API itself, which was never published. */
  readonly live?: ApiDefinition
  /** The id of the deployment that `live` comes from. */
  readonly deployment?: string
  readonly draft?: ApiDefinition
  /** The OpenAPI documents that its plugins read, as JSON texts by SHA-256. */
  readonly documents?: Readonly<Record<string, string>>
}

/**
 * One thing that a data plane keeps, with its secrets. Without a `value`, the thing is gone. `revision` is the id of the
 * event that changed it. Applying a unit twice is harmless.
 */
export type GatewayUnit =
  | { readonly kind: 'api'; readonly key: string; readonly revision: number; readonly value?: SourcedApi }
  | { readonly kind: 'backend'; readonly key: string; readonly revision: number; readonly value?: StoredBackend }
  | { readonly kind: 'error-template'; readonly key: string; readonly revision: number; readonly value?: ErrorTemplate }
  | {
      readonly kind: 'subscription'
      readonly key: string
      readonly revision: number
      readonly value?: StoredSubscription
    }
  | { readonly kind: 'credential'; readonly key: string; readonly revision: number; readonly value?: StoredCredential }
  /** Comes again when the experiment changes; not when clients are bound or counted. */
  | { readonly kind: 'experiment'; readonly key: string; readonly revision: number; readonly value?: ServedExperiment }
  /** A key that signs tokens of the gateway itself. */
  | { readonly kind: 'signing-key'; readonly key: string; readonly revision: number; readonly value?: SigningKey }
  /** The key that signs cookies of the gateway, in Base64url. Only for data planes in other processes. */
  | {
      readonly kind: 'cookie-key'
      readonly key: string
      readonly revision: number
      readonly value?: { readonly secret: string }
    }
  /** What a consumer has used of a quota in the current day and month, by all data planes. Only in snapshots. */
  | {
      readonly kind: 'quota'
      readonly key: string
      readonly revision: number
      readonly value?: readonly { readonly period: string; readonly used: number }[]
    }
  /** Ends a snapshot and each array of changes: the data plane now has everything up to this revision. */
  | { readonly kind: 'end'; readonly key?: never; readonly revision: number }

/** Where a data plane gets what it serves. Carries secrets: only for use in this process. */
export interface GatewaySource {
  /** Everything that is served now; ends with a unit of the kind `end`. */
  snapshot(signal?: AbortSignal): AsyncIterable<GatewayUnit>
  /**
   * Changes after a revision, in the order of the log. A data plane applies each array in one tick. Each array ends
   * with a unit of the kind `end`, and may have no other: then events were committed that concern no data plane.
   */
  changes(after: number, signal?: AbortSignal): AsyncIterable<readonly GatewayUnit[]>
  /** The IANA time zone in which quotas of days and months begin. Known with the first unit. @default UTC */
  readonly zone?: string | undefined
  /** How variants of experiments are chosen. Known with the first unit. @default 'balanced' */
  readonly assignment?: Assignment | undefined
  /** The key that signs cookies of the gateway, unless the gateway has its own. Known with the first unit. @default none */
  readonly secret?: Uint8Array | undefined
  /**
   * When the control plane last answered, in epoch milliseconds, even if it answered an earlier process. Only for
   * sources that are connected by a network. @default the source answers as long as it does not fail
   */
  heard?(): number
  /**
   * Takes what a data plane has counted. A batch counts once, however often it is sent. Rejects if it could not be stored:
   * send it again.
   */
  report?(batch: UsageBatch): Promise<void>
  /** Lists a data plane in `GET /api/gateway`, until the returned function is called. */
  attach?(plane: DataPlane): () => void | Promise<void>
}
