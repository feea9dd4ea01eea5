import type { ApiKey } from '../access/api-key.ts'
import type { User } from '../access/user.ts'
import type { Config } from '../configs/config.ts'
import type { ErrorTemplate } from '../error-pages/error-template.ts'
import type { Binding, Experiment, VariantEvent } from '../experiments/experiment.ts'
import type { Feature } from '../features/feature.ts'
import type { GlobalScript } from '../scripts/script.ts'
import type { Credential } from '../subscriptions/credential.ts'
import type { Subscription } from '../subscriptions/subscription.ts'
import type { Webhook } from '../webhooks/webhook.ts'
import type { Workflow } from '../workflows/workflow.ts'
import type { ChangeEvent, Domain, domains, EventType } from './event.ts'

/** What the events of a domain show, where it is known; of any other it is `unknown`. */
interface Records {
  readonly Experiment: Experiment
  readonly ApiKey: ApiKey
  readonly Config: Config
  readonly Feature: Feature
  readonly User: User
  readonly Script: GlobalScript
  readonly Webhook: Webhook
  readonly ErrorTemplate: ErrorTemplate
  readonly Subscription: Subscription
  readonly Credential: Credential
  readonly Workflow: Workflow
}

/** What events about no single record show. */
interface Others {
  readonly VARIANT_BINDING_CREATED: Binding
  readonly EXPERIMENT_VARIANT_EVENT_CREATED: VariantEvent
  readonly CREDENTIAL_ROTATION_DUE: Credential
  readonly WORKFLOW_EVENT_EMITTED: { readonly name: string; readonly payload: unknown }
  readonly EXPERIMENT_VARIANT_EVENT_DELETED: { readonly experimentId: string; readonly count: number }
}

type DomainOf<Prefix> = { [D in Domain]: (typeof domains)[D] extends Prefix ? D : never }[Domain]
type RecordOf<Prefix> = DomainOf<Prefix> extends keyof Records ? Records[DomainOf<Prefix>] : unknown

type Payload<T extends EventType> = T extends keyof Others
  ? Others[T]
  : T extends `${infer Prefix}_${'CREATED' | 'UPDATED'}`
    ? RecordOf<Prefix>
    : T extends `${string}S_DELETED`
      ? { readonly count: number; readonly patterns: readonly string[] }
      : T extends `${infer Prefix}_DELETED`
        ? RecordOf<Prefix>
        : unknown

/** The change event of a type, its payload that of the record kind. */
export type EventOf<T extends EventType> = T extends EventType
  ? Omit<ChangeEvent, 'type' | 'payload' | 'oldValue'> & {
      readonly type: T
      readonly payload: Payload<T>
      readonly oldValue?: Payload<T>
    }
  : never
