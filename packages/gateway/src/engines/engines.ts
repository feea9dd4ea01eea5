import type { Condition, ScriptEngines } from '@signalbox/core/gateway'

/** The context in which a feature is evaluated: `id` is the client. */
export type FeatureContext = Readonly<Record<string, unknown>>

/** Decides features: a Signalbox in this process, or `live()` of `@signalbox/client`. */
export interface GatewayFeatures {
  /**
   * Whether a feature is active, from memory. `false` for an unknown feature. Without `feature`, also `false` for one that
   * only a script can decide.
   */
  isActive(feature: string, context?: FeatureContext): boolean
  /**
   * Why a feature is active or not, from memory; `undefined` for an unknown feature. The strategies `SCRIPT` and
   * `GLOBAL_SCRIPT` are decided by `decide` or `features.checkWith`, unless the reason is `DISABLED`.
   */
  explain(
    feature: string,
    context?: FeatureContext,
  ): { readonly reason: string; readonly strategy?: string | undefined } | undefined
  /**
   * A feature in memory; `undefined` if it is unknown. Those with the strategies `SCRIPT` and `GLOBAL_SCRIPT` are never
   * decided by `isActive`. Needed if `isActive` returns earlier results of scripts, as that of a client does.
   */
  feature?(feature: string): { readonly enabled: boolean; readonly activationStrategy: string } | undefined
  /**
   * Whether a condition is true in a context: the audience of an experiment. `undefined`: it cannot be decided here,
   * and the service decides. @default the service decides
   */
  isTrue?(condition: Condition, context?: FeatureContext): boolean | undefined
  /** Resolves when the features are loaded. Gates refuse before. @default they are loaded */
  ready?(): Promise<void>
  /** Decides features with scripts, in a client. Rejects, or has the reason `ERROR`, if the script fails. */
  decide?(feature: string, context?: FeatureContext): Promise<FeatureDecision>
  /** Decides features with scripts, in a Signalbox. The same as `decide`. */
  readonly features?: {
    checkWith(input: {
      readonly id: string
      readonly body: FeatureContext
      readonly explain: true
    }): Promise<{ readonly active: boolean; readonly explanation?: { readonly reason?: unknown } }>
  }
}

/** Whether a feature is active, and why. */
export interface FeatureDecision {
  readonly active: boolean
  readonly explanation: { readonly reason?: unknown }
}

/** What happened to a client of an experiment. */
export interface ExperimentRecord {
  /** `bound` binds the client and counts nothing. */
  readonly kind: 'bound' | 'displayed' | 'won'
  /** The id of the experiment. */
  readonly experiment: string
  readonly clientId: string
  /** What the audience of the experiment is evaluated in. @default {} */
  readonly context?: FeatureContext
  /** The same for every attempt, so that it counts once. */
  readonly idempotencyKey?: string
  /** Records nothing for a client that was never displayed. @default false */
  readonly ifDisplayed?: boolean
}

/** The outcome of one record of a batch. */
export interface ExperimentRecordResult {
  /** The variant to which the client is bound. Absent: the record was refused. */
  readonly variant?: string | undefined
  /** Why the record was refused: a code such as `NOT_FOUND`. */
  readonly code?: string | undefined
  readonly message?: string | undefined
}

/** Knows the variants of clients and counts them: `box.experiments`, or that of a client. */
export interface GatewayExperiments {
  /** Records what happened to clients; each record succeeds or fails independently, in the order of the batch. */
  record(input: {
    readonly body: { readonly records: ExperimentRecord[] }
  }): Promise<{ readonly results: readonly ExperimentRecordResult[] }>
}

/** Runs workflows with the rights of the gateway: `box.as(identity).workflows`, or that of a client. */
export interface GatewayWorkflows {
  run(
    input: {
      readonly id: string
      readonly body: { readonly input?: unknown; readonly budgets?: { readonly time?: number } }
    },
    options?: { readonly signal?: AbortSignal; readonly traceparent?: string },
  ): Promise<{ readonly result: unknown }>
}

/** What plugins ask while they handle requests. A route with a plugin whose engine is absent refuses every request. */
export interface GatewayEngines {
  /** Decides the features of FeatureGate. @default none: routes with a gate refuse */
  readonly features?: GatewayFeatures | undefined
  /** Knows the variants of ExperimentSplit, and counts them. @default none: routes with a split refuse */
  readonly experiments?: GatewayExperiments | undefined
  /** Runs the workflows of WorkflowBackend and WorkflowAccess. @default none: routes with one refuse */
  readonly workflows?: GatewayWorkflows | undefined
  /** Runs the scripts of Script, by language: `{ javascript: scriptEngine() }`. @default none: routes with one refuse */
  readonly scripts?: ScriptEngines | undefined
}
