import type { RemoteDocumentation, Signalbox } from '@signalbox/core'
import { SignalboxError } from '@signalbox/core/errors'
import { fitsParts } from '@signalbox/core/gateway'
import { type Site, type SiteApi, toSiteApi } from '../pages/index.ts'
import type { PortalOptions } from '../portal-options.ts'
import { readYaml } from './read-yaml.ts'
import { type GatewayApi, withDocuments, withRemote } from './with-documents.ts'

/** What a portal needs of a box. Without `remoteDocumentation`, it shows no remote content. */
export type PortalBox = Pick<Signalbox, 'apis' | 'gateway'> & Partial<Pick<Signalbox, 'remoteDocumentation'>>

/** A site as it is now. */
export interface ReadSite {
  readonly site: Site
  /** Changes with everything that pages depend on. */
  readonly digest: string
}

interface Known extends ReadSite {
  readonly revision: number
  readonly at: number
  readonly gatewayUrl: string | undefined
  readonly apis: ReadonlyMap<string, ReadApi>
}

/** An API as it was read; without `api` it has no pages. */
interface ReadApi {
  readonly digest: string
  readonly api: SiteApi | undefined
}

/** What pages of an API show besides its record. */
interface Around {
  readonly gatewayUrl: string | undefined
  readonly fetched: RemoteDocumentation | undefined
}

/** For how long pages stay while the store does not answer. */
const STAY_MS = 600_000

type Options = Required<Pick<PortalOptions, 'apis' | 'title' | 'clock' | 'report'>> &
  Pick<PortalOptions, 'theme' | 'portalUrl'>

/**
 * Returns a function that reads what a portal shows. It asks the store each time whether something was written, by whichever
 * process, and reads again only APIs that changed. While the store does not answer, it returns what it read last, for ten
 * minutes; then it rejects.
 */
export function siteReader(box: PortalBox, { apis: pattern, title, theme, portalUrl, clock, report }: Options) {
  const parts = pattern.split('*')
  const only = parts.length === 1 ? pattern : undefined
  let known: Known | undefined
  let reading: Promise<Known> | undefined
  let next: Promise<Known> | undefined

  async function read(): Promise<Known> {
    const { revision, gatewayUrl } = await box.gateway.list({})
    if (known?.revision === revision && known.gatewayUrl === gatewayUrl) {
      known = { ...known, at: clock() }
      return known
    }
    const before = known?.gatewayUrl === gatewayUrl ? known : undefined
    const apis = new Map<string, ReadApi>()
    const remote = await box.remoteDocumentation?.()
    for await (const record of records()) {
      const { id = '' } = record
      const fetched = remote?.get(id)
      const digest = await digestOf(JSON.stringify([record, fetched?.digest]))
      const same = before?.apis.get(id)
      apis.set(id, same?.digest === digest ? same : { digest, api: await load(id, { gatewayUrl, fetched }) })
    }
    const shown = [...apis.values()].flatMap(({ api }) => api ?? [])
    const site: Site = {
      title,
      apis: shown.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
      ...(only !== undefined && { only }),
      ...(portalUrl !== undefined && { url: portalUrl }),
      ...(theme !== undefined && { theme }),
    }
    const digest = await digestOf(JSON.stringify([gatewayUrl, ...[...apis].map(([id, one]) => [id, one.digest])]))
    known = { site, digest, revision, gatewayUrl, apis, at: clock() }
    return known
  }

  function begin(): Promise<Known> {
    reading = read().finally(() => {
      reading = undefined
    })
    return reading
  }

  /** Callers share a read that began after they asked, so that each sees what was written before. */
  function readNow(): Promise<Known> {
    if (!reading) return begin()
    next ??= reading
      .catch(() => {})
      .then(() => {
        next = undefined
        return begin()
      })
    return next
  }

  /** The APIs of the pattern, without the definitions of their deployments. */
  async function* records(): AsyncIterable<GatewayApi> {
    for (let page = 1; ; page++) {
      const { results, metadata } = await box.apis.list({ page, pageSize: PAGE })
      yield* results.filter(({ id = '' }) => fitsParts(parts, id))
      if (page >= metadata.nbPages) return
    }
  }

  async function load(id: string, { gatewayUrl, fetched }: Around): Promise<SiteApi | undefined> {
    const record = await box.apis.get({ id }).catch(unlessGone)
    if (!record) return undefined
    const whole = fetched ? await withRemote(record, fetched) : record
    return toSiteApi(await withDocuments(whole, box.apis), { gatewayUrl, readYaml })
  }

  return async (): Promise<ReadSite> => {
    try {
      return await readNow()
    } catch (error) {
      report(error)
      if (!known || clock() - known.at > STAY_MS) throw error
      return known
    }
  }
}

const PAGE = 100

/** An API may be deleted while the list is read. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof SignalboxError) || error.code !== 'NOT_FOUND') throw error
}

async function digestOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return [...bytes.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
