import type { ApiDefinition } from '@signalbox/core/gateway'

type Plan = NonNullable<NonNullable<ApiDefinition['documentation']>['plans']>[number]

/** What a publication changed for the consumers of an API. */
export interface Publication {
  /** The id of the deployment. */
  readonly id: string
  /** Epoch milliseconds. */
  readonly at: number
  readonly version: string
  readonly changes: readonly Change[]
  /** What it is if nothing came before: the first one, or the oldest that is kept. */
  readonly beginning?: 'first' | 'oldest'
}

/** A change in a sentence. */
export interface Change {
  readonly text: string
  /** Whether programs of consumers may fail because of it. */
  readonly isBreaking: boolean
  /** The plan before and after, if it is about one: only readers who may see it learn of the change. @default none */
  readonly plans?: readonly Plan[]
}
