import type { Identity, ProviderPerson } from '@signalbox/core'
import type { ConsumerFacts } from '@signalbox/core/gateway'
import type { OriginCheck } from '@signalbox/hono/portal'
import type { Context } from 'hono'

import type { Application, Credential, Developer, ShownKey, Subscription, Trial, Usage } from '../pages/own/records.ts'
import type { TriedPlace } from '../pages/reference/triable.ts'
import type { SignInProvider } from '../sign-in-provider.ts'

/** A link that was just made, with its token. */
export interface Link {
  readonly url: string
  /** Epoch milliseconds. */
  readonly until: number
}

/** What a consumer may do: the part of `box.as(consumer).mine` that pages use. */
export interface Mine {
  get(): Promise<Developer>
  /** A new password opens a new session. */
  update(input: { body: Readonly<Record<string, string>> }): Promise<{ readonly session: string | undefined }>
  delete(): Promise<unknown>
  /** Calls an operation of an API. */
  try(input: { body: Tried }): Promise<Trial>
  readonly applications: {
    list(): Promise<{ readonly results: readonly Application[] }>
    get(input: { id: string }): Promise<Application>
    create(input: { body: { name: string; description?: string } }): Promise<Application>
    update(input: { id: string; body: { name?: string; description?: string } }): Promise<unknown>
    delete(input: { id: string }): Promise<unknown>
    invite(input: { id: string; body: { role?: 'owner' | 'member' } }): Promise<Link>
    join(input: { id: string; body: { token: string } }): Promise<Application>
    removeMember(input: { id: string; developer: string }): Promise<unknown>
  }
  readonly subscriptions: {
    list(input: { page: number; pageSize: number }): Promise<SubscriptionPage>
    get(input: { id: string }): Promise<Subscription>
    credentials(input: { id: string }): Promise<{ readonly results: readonly Credential[] }>
    usage(input: { id: string }): Promise<Usage>
    create(input: { body: NewSubscription }): Promise<Subscription & { readonly credentials?: ShownKey }>
    close(input: { id: string }): Promise<unknown>
    rotate(input: { id: string; revokePrevious?: boolean; body: { clientId?: string } }): Promise<ShownKey>
  }
}

/** A page of the subscriptions of all applications of a consumer. */
export interface SubscriptionPage {
  readonly results: readonly Subscription[]
  readonly metadata: { readonly nbPages: number }
}

/** What somebody subscribes to, for which application, and what they answered. */
export interface NewSubscription {
  readonly owner_ref: string
  readonly api_ref: string
  readonly plan_ref: string
  readonly subject?: string
  readonly form?: Readonly<Record<string, string | boolean>>
  readonly terms?: string
}

/** A call of an operation, with the values of its declared parameters. */
export interface Tried {
  readonly api: string
  readonly method: string
  /** As the document has it. */
  readonly path: string
  readonly parameters: Readonly<Record<TriedPlace, Readonly<Record<string, string | string[]>>>>
  readonly body?: string
  readonly content_type?: string
  readonly subscription: string
}

/**
 * A call that opens a session: the portal passes where somebody comes from, and who they were until now, whose session the new one
 * replaces.
 */
export type Enter<B> = (
  input: { body: B },
  options: { readonly address: string; readonly found?: Pick<Found, 'identity'> },
) => Promise<{ readonly session: string | undefined }>

/** How people enter: each opens a session, unless the account waits for its confirmation. */
export interface Entry {
  signUp: Enter<{ name: string; email: string; password: string; invitation?: string }>
  signIn: Enter<{ email: string; password: string; confirmation?: string }>
  resetPassword: Enter<{ token: string; password: string }>
}

/** How people enter who have an account at an identity provider. */
export interface ProviderEntry extends SignInProvider {
  /** Opens a session for a person. Rejects with FORBIDDEN for somebody who may not enter. */
  enter(person: ProviderPerson): Promise<{ readonly session: string }>
}

/** How a portal knows its visitors, and acts for them. */
export interface Accounts {
  /** Who gets an account. */
  readonly kind: 'open' | 'invite' | 'sso' | 'host'
  /** Finds who sends a request; `undefined` for somebody without an account or a session. */
  find(request: Request, session: string | undefined): Promise<Found | undefined>
  /** Ends a session. */
  signOut(session: string): Promise<void>
  /** Answers calls of programs and of the script of the pages: a path of the contract, such as `/api/mine`. @default there are none */
  readonly call?: (c: Context, path: string, found: Found | undefined) => Response | Promise<Response>
  /** Why a request that may change something is refused. @default the check of the portal */
  readonly refusalOf?: OriginCheck
  /** Whether operations can be tried here. @default never */
  readonly canTry?: () => boolean
  /** How people enter. Absent if somebody else signs them in. */
  readonly entry?: Entry
  /** Where somebody else signs people in: they are sent there with `to`. */
  readonly signIn?: string
  /** How an identity provider signs people in, who have accounts here. */
  readonly provider?: ProviderEntry
}

/** A visitor with an account. */
export interface Found {
  readonly developer: Developer
  /** What audiences see of them. */
  readonly consumer: ConsumerFacts
  readonly mine: Mine
  /** Who calls. */
  readonly identity: Identity
  /** Writes the record of a person whom the host has signed in, and resolves with who calls. @default there is a record */
  readonly admitted?: () => Promise<Identity>
  /** The token again if this use extended the session. */
  readonly renewed?: string
}
