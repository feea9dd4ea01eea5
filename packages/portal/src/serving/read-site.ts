import type { RemoteDocumentation, Signalbox } from '@signalbox/core'
import { fitsParts } from '@signalbox/core/gateway'
import { audiencesIn, type Site, type SiteApi, servedRoutes, toSiteApi } from '../pages/index.ts'
import type { PortalOptions } from '../portal-options.ts'
import { type ChangedApis, changedApis } from './changed-apis.ts'
import { digestOf } from './digest-of.ts'
import { readYaml } from './read-yaml.ts'
import { unlessGone } from './unless-gone.ts'
import { type GatewayApi, withDocuments, withRemote } from './with-documents.ts'

/** What a portal needs of a box. Without `remoteDocumentation`, it shows no remote content. */
export type PortalBox = Pick<Signalbox, 'apis' | 'gateway' | 'events' | 'audiences'> &
  Partial<Pick<Signalbox, 'remoteDocumentation'>>

/** A site as it is now. */
export interface ReadSite {
  readonly site: Site
  /** Changes with everything that pages depend on. */
  readonly digest: string
  /** When it was read, in epoch milliseconds. */
  readonly at: number
  /** Whether the store does not answer, so that this is what was read before. */
  readonly isLate: boolean
}

interface Known extends ReadSite {
  readonly revision: number
  readonly gatewayUrl: string | undefined
  readonly apis: ReadonlyMap<string, ReadApi>
}

/** An API as it was read; without `api` it has no pages. */
interface ReadApi {
  readonly digest: string
  readonly api: SiteApi | undefined
}

/** For how long pages stay while the store does not answer. */
const STAY_MS = 600_000

type Options = Required<Pick<PortalOptions, 'apis' | 'title' | 'clock' | 'report'>> &
  Pick<PortalOptions, 'theme' | 'portalUrl'> &
  Pick<Site, 'accounts'>

/**
 * Returns a function that reads what a portal shows. It asks the store each time whether something was written, by whichever
 * process, and reads only the APIs that were written since. While the store does not answer, it returns what it read last, for ten
 * minutes; then it rejects.
 */
export function siteReader(box: PortalBox, options: Options) {
  const { apis: pattern, title, theme, portalUrl, accounts, clock, report } = options
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
    const changed = before && clock() - before.at < ALL_AGAIN_MS ? await changedApis(box, before.revision) : 'all'
    const apis = await readApis(changed, gatewayUrl, before)
    if (before && isSame(apis, before.apis)) {
      known = { ...before, revision, at: clock() }
      return known
    }
    const shown = [...apis.values()].flatMap(({ api }) => api ?? [])
    const unjudged: Site = {
      title,
      apis: shown.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
      ...(only !== undefined && { only }),
      ...(portalUrl !== undefined && { url: portalUrl }),
      ...(theme !== undefined && { theme }),
      ...(accounts !== undefined && { accounts }),
    }
    const site: Site = { ...unjudged, judge: await box.audiences.judgeOf(audiencesIn(unjudged)) }
    const digests = [...apis].map(([id, one]) => [id, one.digest]).sort()
    const digest = await digestOf(JSON.stringify([gatewayUrl, digests]))
    known = { site, digest, revision, gatewayUrl, apis, at: clock(), isLate: false }
    return known
  }

  /** The APIs by id. Only APIs that changed are read again. */
  async function readApis(changed: ChangedApis, gatewayUrl: string | undefined, before: Known | undefined) {
    const apis = new Map(changed === 'all' ? [] : before?.apis)
    const ids = changed === 'all' ? idsOf() : [...changed].filter((id) => fitsParts(parts, id))
    const remote = changed === 'all' || changed.size > 0 ? await box.remoteDocumentation?.() : undefined
    for await (const id of ids) {
      const record = await box.apis.get({ id }).catch(unlessGone)
      if (!record) apis.delete(id)
      else apis.set(id, await load(record, { gatewayUrl, before: before?.apis.get(id), fetched: remote?.get(id) }))
    }
    return apis
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

  /** The ids of the APIs of the pattern. */
  async function* idsOf(): AsyncIterable<string> {
    for (let page = 1; ; page++) {
      const { results, metadata } = await box.apis.list({ page, pageSize: PAGE })
      yield* results.flatMap(({ id = '' }) => (fitsParts(parts, id) ? [id] : []))
      if (page >= metadata.nbPages) return
    }
  }

  async function load(record: GatewayApi, { gatewayUrl, before, fetched }: Loading): Promise<ReadApi> {
    const digest = await digestOf(JSON.stringify([record, fetched?.digest]))
    if (before?.digest === digest) return before
    const whole = fetched ? await withRemote(record, fetched) : record
    const api = toSiteApi(await withDocuments(whole, box.apis), { gatewayUrl, readYaml, routes: servedRoutes })
    return { digest, api }
  }

  return async (): Promise<ReadSite> => {
    try {
      return await readNow()
    } catch (error) {
      report(error)
      if (!known || clock() - known.at > STAY_MS) throw error
      return { ...known, isLate: true }
    }
  }
}

/** How an API is loaded. */
interface Loading {
  readonly gatewayUrl: string | undefined
  /** What was read before. */
  readonly before: ReadApi | undefined
  /** What other servers sent for it. */
  readonly fetched: RemoteDocumentation | undefined
}

/** Two maps that have the same APIs. */
const isSame = (a: ReadonlyMap<string, ReadApi>, b: ReadonlyMap<string, ReadApi>): boolean =>
  a.size === b.size && [...a].every(([id, one]) => b.get(id) === one)

/** After so long, all APIs are read again, since the log of changes may not reach back that far. */
const ALL_AGAIN_MS = 3_600_000

const PAGE = 100
