import type { Json } from '../../otoroshi/findings.ts'

/** A flag of Unleash in one environment, whatever the format of its export. */
export interface UnleashFlag {
  readonly name: string
  readonly enabled: boolean
  readonly description: string | undefined
  readonly project: string | undefined
  readonly tags: readonly string[]
  readonly impressionData: boolean
  readonly strategies: readonly UnleashStrategy[]
  /** Whether strategies were left out, because they are disabled. */
  readonly hasDisabledStrategies: boolean
  readonly variants: readonly UnleashVariant[]
  readonly dependencies: readonly UnleashDependency[]
}

/** An activation strategy of a flag. */
export interface UnleashStrategy {
  /** Whether it is not an object, or its segments are not a list of ids. */
  readonly isMalformed: boolean
  readonly name: string
  readonly parameters: Json
  /** `undefined` stands for a malformed constraint. */
  readonly constraints: readonly (UnleashConstraint | undefined)[]
  /** Ids of segments. */
  readonly segments: readonly string[]
  readonly variants: readonly UnleashVariant[]
}

/** A constraint of a strategy or a segment. */
export interface UnleashConstraint {
  readonly contextName: string
  readonly operator: string
  readonly values: readonly string[]
  readonly value: string
  readonly inverted: boolean
  readonly caseInsensitive: boolean
}

/** A variant of a flag or a strategy. */
export interface UnleashVariant {
  readonly name: string
  readonly weight: number
  readonly stickiness: string | undefined
  readonly payload: Json | undefined
  readonly overrides: readonly { readonly contextName: string; readonly values: readonly string[] }[]
}

/** A flag on which another one depends. */
export interface UnleashDependency {
  readonly isMalformed: boolean
  readonly feature: string
  readonly enabled: boolean
  readonly variants: readonly string[]
}

/** A segment. An export of the admin interface may contain its name alone. */
export interface UnleashSegment {
  readonly id: string
  readonly name: string
  readonly constraints: readonly (UnleashConstraint | undefined)[] | undefined
}

/** What an export of Unleash says about one environment. */
export interface UnleashExport {
  readonly flags: readonly UnleashFlag[]
  readonly segments: readonly UnleashSegment[]
}
