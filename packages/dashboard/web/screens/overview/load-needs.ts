import { api } from '../../calls/api.ts'
import { serviceNow } from '../../calls/clock.ts'
import { may, session } from '../../calls/session.ts'
import { confirmed } from '../../confirm/question.ts'
import { zone } from '../../preferences/preferences.ts'
import { dateTimeIn } from '../../words/dates.ts'
import { count } from '../../words/words.ts'
import { datedFeatures } from './dated-features.ts'
import { lateConsumers } from './lag-needs.ts'
import { gatewayStates, troubledApis } from './load-gateway-needs.ts'
import {
  bannedHooks,
  dueCredentials,
  expiringCredentials,
  type Found,
  type Need,
  skewedExperiments,
  waitingRequests,
} from './needs.ts'
import { oldDrafts } from './old-drafts.ts'

/** The most records of a kind that are looked at. */
const MOST = 1000
/** The most experiments that are looked at. */
const MOST_EXPERIMENTS = 100

/** What needs attention, what was not looked at, and what could not be found out. */
export interface FoundNeeds extends Found {
  readonly failures: readonly unknown[]
}

interface Source {
  /** The domain that the caller must be allowed to read; `admin` if only admins may ask. */
  readonly domain: string
  /** What makes it ask again. @default events of the domain */
  readonly topic?: string
  find(): Promise<Found>
}

/** The topic of the states of data planes and targets, of which no event tells. */
export const GATEWAY_STATES = 'gateway states'

/** The topic of what reads the log, of which no event tells either. */
export const LAGS = 'lags'

type Answer = { readonly found: Found } | { readonly failure: unknown }

/**
 * Returns a function that finds what needs attention, as far as the caller may see it. It asks again only for the given
 * topics, which are domains or `GATEWAY_STATES`, by default for all. `changed` is called after a need was solved.
 */
export function createNeedSearch(changed: () => void): (topics?: ReadonlySet<string>) => Promise<FoundNeeds> {
  const answers = new Map<Source, Answer>()
  const sources: readonly Source[] = [
    { domain: 'Api', topic: GATEWAY_STATES, find: gatewayStates },
    { domain: 'admin', topic: LAGS, find: lags },
    { domain: 'Webhook', find: () => hooks(changed) },
    { domain: 'Experiment', find: experiments },
    { domain: 'Credential', find: credentials },
    { domain: 'Subscription', find: requests },
    { domain: 'Feature', find: datedFeatures },
    { domain: 'Api', find: oldDrafts },
    { domain: 'Api', find: troubledApis },
  ]
  return async (topics) => {
    const allowed = sources.filter(({ domain }) => (domain === 'admin' ? isAdmin() : may('R', domain)))
    await Promise.all(
      allowed.map(async (source) => {
        if (topics && !topics.has(source.topic ?? source.domain) && answers.has(source)) return
        try {
          answers.set(source, { found: await source.find() })
        } catch (failure) {
          answers.set(source, { failure })
        }
      }),
    )
    const found = allowed.flatMap((source) => answers.get(source) ?? [])
    return {
      needs: found.flatMap((one) => ('found' in one ? one.found.needs : [])),
      notes: found.flatMap((one) => ('found' in one ? one.found.notes : [])),
      failures: found.flatMap((one) => ('failure' in one ? [one.failure] : [])),
    }
  }
}

/** Whether the user is an admin. */
export const isAdmin = (): boolean => {
  const current = session.value
  return current.state === 'in' && current.me.admin
}

async function lags(): Promise<Found> {
  const { events } = await api.about({})
  return { needs: lateConsumers(events.consumers), notes: [] }
}

const page = { page: 1, pageSize: MOST }

async function hooks(changed: () => void): Promise<Found> {
  const { results, metadata } = await api.webhooks.list(page)
  const release = (id: string) => (may('U', 'Webhook', id) ? () => deliverAgain(id) : undefined)
  const deliverAgain = async (id: string) => {
    const because = await confirmed([id], { title: `Deliver events to ${id} again?`, action: 'Deliver again' })
    if (!because) return
    await api.webhooks.patch({ id, body: { isBanned: false } }, because)
    changed()
  }
  return { needs: bannedHooks(results, release), notes: noteOf('webhooks', metadata.count, MOST) }
}

async function experiments(): Promise<Found> {
  const { results, metadata } = await api.experiments.summary({ pageSize: MOST_EXPERIMENTS })
  return { needs: skewedExperiments(results), notes: noteOf('experiments', metadata.count, MOST_EXPERIMENTS) }
}

async function credentials(): Promise<Found> {
  const { results, metadata } = await api.credentials.list(page)
  const needs: readonly Need[] = [
    ...dueCredentials(results),
    ...expiringCredentials(results, serviceNow(), (instant) => dateTimeIn(instant, zone.peek())),
  ]
  return { needs, notes: noteOf('credentials', metadata.count, MOST) }
}

async function requests(): Promise<Found> {
  const { metadata } = await api.subscriptions.list({ filter: { approval: 'waiting' }, pageSize: 1 })
  return { needs: waitingRequests(metadata.count), notes: [] }
}

const noteOf = (many: string, all: number, most: number): readonly string[] =>
  all > most ? [`Of ${count(all)} ${many}, the first ${count(most)} were examined.`] : []
