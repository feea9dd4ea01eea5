import { type ApiDefinition, apis } from '../../gateway/apis/api.ts'
import { DEVELOPER } from '../../machine/callers/sealing-of.ts'
import { findPlan } from '../../plans/plan-life.ts'
import type { Clock, Reads, Report } from '../../ports.ts'
import type { SubscriptionNews, TellTeam } from '../../subscriptions/tell-team.ts'
import type { Notices } from '../accounts/notices.ts'
import { findDeveloper } from '../consumer.ts'
import { findApplication } from '../membership.ts'

interface TellingPorts {
  readonly store: Reads
  readonly clock: Clock
  readonly notices: Pick<Notices, 'decision' | 'rotation'>
  readonly report: Report
}

/**
 * Creates what tells the members of an application of a decision on one of its subscriptions, and of a rotation by somebody
 * else. Who is blocked or has no address is not written to. Failures are reported.
 */
export function createTellTeam({ store, clock, notices, report }: TellingPorts): TellTeam {
  async function tell({ kind, subscription, by, previousUntil }: SubscriptionNews): Promise<void> {
    const { id, owner_ref, api_ref, plan_ref, reason } = subscription
    const application = owner_ref === undefined ? undefined : await findApplication(store, owner_ref)
    if (!application) return
    const api = (await store.get(apis.plural, api_ref))?.value as ApiDefinition | undefined
    const about = {
      ...{ id, reason },
      application: application.record.name,
      api: api?.name || api_ref,
      plan: (api && findPlan(api, plan_ref)?.name) || plan_ref,
    }
    // Without a grace period, the replaced secret stopped at the moment of the rotation.
    const until = previousUntil !== undefined && previousUntil <= clock() ? 0 : previousUntil
    const others = (application.record.members ?? []).filter(
      ({ developer }) => by?.kind !== DEVELOPER || developer !== by.id,
    )
    for (const { developer } of others) {
      const found = await findDeveloper(store, developer)
      const { status, email } = found?.record ?? {}
      if (status !== 'active' || email === undefined) continue
      if (kind === 'rotate') notices.rotation(email, about, { by: nameOf(by), previousUntil: until })
      else notices.decision(email, about, kind)
    }
  }
  return (news) => tell(news).catch(report)
}

/** Members know one another by name. The people of an API are not named. */
const nameOf = (by: SubscriptionNews['by']): string =>
  by?.kind === DEVELOPER
    ? by.name || by.id
    : by?.kind === 'Credential'
      ? 'A program that has the secret'
      : 'The owners of the API'
