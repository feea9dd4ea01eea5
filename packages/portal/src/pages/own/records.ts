/** What the pages of consumers show, in the shapes of the operations of `mine`. */

/** Who is signed in. */
export interface Developer {
  readonly id: string
  readonly name: string
  readonly email?: string
  /** Where the account comes from: accounts of others have no password here. */
  readonly source?: string
}

/** An application, which subscriptions belong to. */
export interface Application {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly members: readonly Member[]
}

/** A member of an application. Members see names, but no addresses. */
export interface Member {
  readonly developer: string
  readonly name?: string
  readonly role: 'owner' | 'member'
}

/** A subscription of an application to a plan. */
export interface Subscription {
  readonly id: string
  readonly name?: string
  readonly owner_ref?: string
  readonly api_ref: string
  readonly plan_ref: string
  readonly enabled?: boolean
  readonly status?: string
  readonly approval?: 'waiting' | 'approved' | 'refused'
  readonly reason?: string
  readonly subject?: string
  readonly subscription_kind?: string
  readonly dates?: Readonly<Partial<Record<'created_at' | 'ending_at' | 'closed_at', number>>>
}

/** A credential, without its secret. Times are epoch milliseconds. */
export interface Credential {
  readonly clientId?: string
  readonly rotatedAt?: number
  readonly previousUntil?: number
  readonly rotationDue?: boolean
  /** How many hours a replaced secret stays valid. @default 0 */
  readonly rotation?: { readonly gracePeriod?: number }
}

/** A key, which is shown once. */
export interface ShownKey {
  readonly clientId: string
  readonly clientSecret: string
  readonly previousUntil?: number
  /** Whether it replaces a key. @default false, unless there is `previousUntil` */
  readonly replaces?: boolean
}

/** What a subscription has used since the first of the month. */
export interface Usage {
  readonly totals: Counts
  readonly results: readonly (Counts & { readonly time: string })[]
  readonly quotas: readonly Quota[]
}

interface Counts {
  readonly requests: number
  /** How many of the requests a limit or a quota refused. */
  readonly limited: number
}

/** A quota in its current period. */
export interface Quota {
  readonly name: 'window' | 'day' | 'month'
  readonly limit: number
  readonly used?: number
  readonly seconds?: number
}

/** The response to a call that a consumer tried. */
export interface Trial {
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  readonly body: string
  readonly encoding: 'text' | 'base64'
  readonly ms: number
  /** The id of the cause, if the gateway itself answered. */
  readonly cause?: string
}

/** A subscription with its keys and its use. */
export interface Used {
  readonly subscription: Subscription
  readonly credentials: readonly Credential[]
  /** `undefined` if it is unavailable at the moment. */
  readonly usage: Usage | undefined
  /** Whether keys and use were not asked for. @default false */
  readonly isPartial?: boolean
}
