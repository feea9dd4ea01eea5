import { audiencesOf, visibleTo } from '@signalbox/core/gateway'
import type { Site, SiteApi, Visitor } from './site.ts'

type Audience = ReturnType<typeof audiencesOf>[number]['condition']

/**
 * The part of a site that a visitor may see. Pages are made of this part alone, so that what is hidden is nowhere. Pure.
 */
export function siteFor(site: Site, { consumer }: Pick<Visitor, 'consumer'>): Site {
  const isIn = site.judge?.(consumer) ?? nobody
  const apis = site.apis.flatMap((api) => partFor(api, isIn) ?? [])
  return { ...site, apis }
}

/** What a visitor may see of a site, as a text: visitors with the same text get the same pages. */
export function sightOf(site: Site, { consumer }: Pick<Visitor, 'consumer'>): string {
  const audiences = audiencesIn(site)
  if (audiences.length === 0) return ''
  const isIn = site.judge?.(consumer) ?? nobody
  return audiences.map((one) => (isIn(one) ? 1 : 0)).join('')
}

const nobody = (): boolean => false

/** The parts of APIs that some visitors see, by the plans in them: each is indexed once. */
const parts = new WeakMap<SiteApi, Map<string, SiteApi>>()

function partFor(api: SiteApi, isIn: (audience: Audience) => boolean): SiteApi | undefined {
  const part = visibleTo(api, isIn)
  if (!part || part === api) return part
  const known = parts.get(api) ?? new Map<string, SiteApi>()
  parts.set(api, known)
  const key = JSON.stringify(part.documentation.plans?.map(({ id }) => id))
  const found = known.get(key) ?? part
  if (known.size < MOST_PARTS) known.set(key, found)
  return found
}

/** The most parts of an API that are kept. */
const MOST_PARTS = 16

const audiences = new WeakMap<Site, readonly Audience[]>()

/** The audiences of a site, in its order. */
export function audiencesIn(site: Site): readonly Audience[] {
  const known = audiences.get(site) ?? site.apis.flatMap((api) => audiencesOf(api).map(({ condition }) => condition))
  audiences.set(site, known)
  return known
}
