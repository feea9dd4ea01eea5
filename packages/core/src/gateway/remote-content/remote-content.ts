import { failure, notFound, problem } from '../../machine/errors/errors.ts'
import type { Duties } from '../../machine/log/duties.ts'
import type { Follower } from '../../machine/log/follower.ts'
import { isolatesRequests } from '../../machine/time/closing.ts'
import type { Handlers } from '../../operation.ts'
import type { Fetch, Random, Report, Wait } from '../../ports.ts'
import type { GatewayInstance } from '../instance.ts'
import type { documentationContract, RefreshReport } from './contract.ts'
import { keepFresh } from './keep-fresh.ts'
import { type Round, refresh } from './refresh.ts'
import { allDocumentation } from './remote-documentation.ts'
import { readServed } from './served-addresses.ts'

/** What the remote content of documentation needs. */
export interface RemoteParts {
  readonly instance: GatewayInstance
  readonly random: Random
  readonly follower: Follower
  readonly report: Report
  readonly waitIdly: Wait
  readonly duties: Duties
  readonly documentation: { readonly fetch?: Fetch }
  readonly isRehearsal?: boolean
}

/** The remote content of documentation: what fetches it, in the background and when asked, and what reads it. */
export function remoteContent({ instance, documentation: { fetch }, isRehearsal = false, ...parts }: RemoteParts) {
  const { store, closing } = instance
  const running = new Map<string, Promise<RefreshReport>>()

  /** Fetches; callers share a round that runs for the same documentation. */
  function refreshOnce(round: Round): Promise<RefreshReport> {
    const key = JSON.stringify([round.id, round.served.digest, round.isDry])
    const known = running.get(key)
    if (known) return known
    const begun = refreshUntilCurrent(round).finally(() => running.delete(key))
    running.set(key, begun)
    return begun
  }

  /** Fetches; again if the API was published meanwhile, by whichever process: the round that ends last is for what is served. */
  async function refreshUntilCurrent(round: Round): Promise<RefreshReport> {
    const report = await refresh(round, { ...instance, fetch: fetch as Fetch, wait: parts.waitIdly })
    const served = round.isDry ? undefined : await readServed(store, round.id)
    return served && served.digest !== round.served.digest ? refreshUntilCurrent({ ...round, served }) : report
  }

  const handlers: Handlers<typeof documentationContract> = {
    async refresh({ id, dryRun = false }, call) {
      const served = await readServed(store, id)
      if (!served) throw notFound('API', id)
      if (!fetch)
        throw failure(
          'UNAVAILABLE',
          'Remote documentation is not fetched here: turn the portal on (SIGNALBOX_PORTAL), or pass the option documentation.fetch',
          problem('error.fetch.missing'),
        )
      return refreshOnce({ id, served, call, isDry: dryRun || isRehearsal, signal: closing })
    },
  }
  const isKept = fetch && !isRehearsal && !isolatesRequests()
  const keeping = isKept ? keepFresh({ ...parts, ...instance, refresh: refreshOnce }) : undefined
  return {
    handlers,
    all: () => allDocumentation(store),
    /** Resolves when the last round has ended, after the instance has closed. */
    closed: async () => keeping,
  }
}
