import type { ApiDefinition } from '@signalbox/core/gateway'

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
  /** Its first OpenAPI document, with the address of the gateway. */
  readonly openapi?: Readonly<Record<string, unknown>>
}

/** What the pages are made of. */
export interface Site {
  /** The name of the portal. */
  readonly title: string
  /** The APIs that have pages, by name. */
  readonly apis: readonly SiteApi[]
  /** The id of the only API: its pages are at the mount itself. @default each API has a folder of its own */
  readonly only?: string
  /** The address of the portal, for the sitemap. @default links are relative */
  readonly url?: string
  /** Declarations of `--portal-…` properties. @default the look of the dashboard */
  readonly theme?: string
}

/** Who reads, and when. */
export interface Visitor {
  /** Epoch milliseconds. */
  readonly now: number
}

/** Whether an API has pages to read. A removed one only says that it is gone. */
export const isReadable = ({ state }: SiteApi): boolean => state !== 'removed'

/** Finds an API of a site by id. */
export const findApi = ({ apis }: Site, id: string): SiteApi | undefined => apis.find((one) => one.id === id)

/** The APIs that catalog, search and sitemap name. */
export const readableApis = ({ apis }: Site): readonly SiteApi[] => apis.filter(isReadable)

/** The plans that consumers can choose. */
export const plansToChoose = ({ documentation }: SiteApi): readonly Plan[] =>
  (documentation.plans ?? []).filter(({ status }) => status === 'published')

/** The language of the pages of an API (BCP 47); English if its metadata has none. */
export function languageOf({ documentation }: SiteApi): string {
  const lang = documentation.metadata?.lang
  try {
    return (typeof lang === 'string' && Intl.getCanonicalLocales(lang)[0]) || 'en'
  } catch {
    return 'en'
  }
}
