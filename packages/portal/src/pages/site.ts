import type { ApiDefinition, ConsumerFacts, IsInAudience } from '@signalbox/core/gateway'
import type { Example } from './calls.ts'
import type { Publication } from './changes/publication.ts'
import type { Developer, Subscription } from './own/records.ts'
import type { ServedRoute } from './reference/served-routes.ts'

/** The documentation of an API. */
export type Documentation = NonNullable<ApiDefinition['documentation']>
/** A document, picture or text of the documentation. */
export type Resource = NonNullable<Documentation['resources']>[number]
/** A plan of an API. */
export type Plan = NonNullable<Documentation['plans']>[number]

/** An API with pages: published, deprecated or removed, with its documentation enabled. */
export interface SiteApi {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly version: string
  readonly state: 'published' | 'deprecated' | 'removed'
  /** Epoch milliseconds. */
  readonly deprecated_at?: number
  /** Epoch milliseconds. */
  readonly sunset_at?: number
  /** The id of the API that replaces it. */
  readonly successor?: string
  /** Where the gateway serves it; `undefined` if the address of the gateway is not known. */
  readonly address?: string
  /** The kind of the API, for samples. @default 'REST' */
  readonly blueprint?: ApiDefinition['blueprint']
  readonly groups: readonly string[]
  readonly tags: readonly string[]
  readonly documentation: Documentation
  /** What the holders of keys can call first. @default the address of the gateway is not known */
  readonly examples?: readonly Example[]
  /** Its first OpenAPI document, with the address of the gateway. */
  readonly openapi?: Readonly<Record<string, unknown>>
  /** The path of the resource that is this document: the reference stands in its place. */
  readonly openapiPath?: readonly string[]
  /** What the gateway asks of requests, by route. @default not known, and the reference does not say it */
  readonly routes?: readonly ServedRoute[]
  /** What changed with each publication that is kept, newest first. @default not read: only the page of the changes shows it */
  readonly publications?: readonly Publication[]
}

/** What the pages are made of. */
export interface Site {
  /** The name of the portal. */
  readonly title: string
  /** The APIs that have pages, by name. */
  readonly apis: readonly SiteApi[]
  /** The id of the only API: its pages are at the mount itself. @default each API has a folder of its own */
  readonly only?: string
  /**
   * Judges who belongs to an audience: the function for a consumer, or for nobody in particular.
   * @default nobody belongs to any audience, so that what has one is hidden
   */
  readonly judge?: (consumer: ConsumerFacts | undefined) => IsInAudience
  /** The address of the portal, for the sitemap. @default links are relative */
  readonly url?: string
  /** Declarations of `--portal-…` properties. @default the look of the dashboard */
  readonly theme?: string
  /**
   * Who gets an account: everybody (`open`), who was invited, who an identity provider knows (`sso`), or who the host knows.
   * @default nobody: the pages are there to read, and invite to nothing else
   */
  readonly accounts?: 'open' | 'invite' | 'sso' | 'host'
}

/** Who reads, and when. */
export interface Visitor {
  /** Epoch milliseconds. */
  readonly now: number
  /** Who is signed in. @default nobody */
  readonly developer?: Developer
  /** The consumer who is signed in. @default nobody */
  readonly consumer?: ConsumerFacts
  /** What the visitor needs to try operations. @default pages show code only */
  readonly trying?: Trying
  /** The ids of the plans of the API of the page to which the reader's applications are subscribed. @default not asked for */
  readonly subscribed?: readonly string[]
  /** Whether the pages may be out of date, because the store does not answer. @default false */
  readonly isLate?: boolean
}

/** What somebody needs to try the operations of an API. */
export interface Trying {
  /** Their active subscriptions to the API. */
  readonly subscriptions: readonly Subscription[]
  /** A token for a form. */
  next(): string
}

/** Whether an API has pages to read. A removed one only says that it is gone. */
export const isReadable = ({ state }: SiteApi): boolean => state !== 'removed'

/** Finds an API of a site by id. */
export const findApi = ({ apis }: Site, id: string): SiteApi | undefined => apis.find((one) => one.id === id)

/** The APIs that catalog, search and sitemap name. */
export const readableApis = ({ apis }: Site): readonly SiteApi[] => apis.filter(isReadable)

/** Whether a reader may learn of a plan: of one to choose from, or of one in the history of an API. */
export const seesPlan = (_visitor: Visitor, _plan: Plan): boolean => true

/** The plans that consumers can choose. */
export const plansToChoose = ({ documentation }: SiteApi): readonly Plan[] =>
  (documentation.plans ?? []).filter(({ status }) => status === 'published')

/** The plans that a reader finds on their page: those to choose from, and deprecated ones to which the reader is subscribed. */
export const plansToRead = ({ documentation }: SiteApi, { subscribed = [] }: Visitor): readonly Plan[] =>
  (documentation.plans ?? []).filter(
    ({ id, status }) => status === 'published' || (status === 'deprecated' && subscribed.includes(id)),
  )

/** The language of the pages of an API (BCP 47); English if its metadata has none. */
export function languageOf({ documentation }: SiteApi): string {
  const lang = documentation.metadata?.lang
  try {
    return (typeof lang === 'string' && Intl.getCanonicalLocales(lang)[0]) || 'en'
  } catch {
    return 'en'
  }
}
