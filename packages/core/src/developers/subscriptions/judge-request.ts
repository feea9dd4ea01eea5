import type { Audiences } from '../../audiences/create-audiences.ts'
import { visibleTo } from '../../audiences/visible-to.ts'
import { type ApiDefinition, apis } from '../../gateway/apis/api.ts'
import { audiencesOf } from '../../gateway/apis/audiences-of.ts'
import { isPublished, servedFrom } from '../../gateway/apis/served-definition.ts'
import { loadDefinitions } from '../../gateway/compile/references.ts'
import { failure, notFound, type Problem, problem } from '../../machine/errors/errors.ts'
import { notValid } from '../../machine/errors/not-valid.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import type { CallContext } from '../../operation.ts'
import { judgeAnswers } from '../../plans/answers.ts'
import type { Plan } from '../../plans/plan.ts'
import { findPlan, statusOf } from '../../plans/plan-life.ts'
import type { Reads } from '../../ports.ts'
import { checkSubject, subscribable } from '../../subscriptions/checks.ts'
import { subscriptionsOf } from '../../subscriptions/owned.ts'
import type { Asked } from '../../subscriptions/prepare.ts'
import { hasSubjects } from '../../subscriptions/subjects.ts'
import type { Subscription } from '../../subscriptions/subscription.ts'
import { stateOf } from '../../subscriptions/subscription-states.ts'
import { consumerId, findConsumer, loadOwnApplication } from '../consumer.ts'
import { putApplication } from '../membership.ts'
import type { SubscriptionRequest } from './own-subscription.ts'

/** The most open subscriptions of an application. */
export const MOST_OPEN = 100

/** What requests for subscriptions are judged by. */
export interface RequestParts extends Pick<Instance, 'store' | 'clock'> {
  readonly audiences: Audiences
}

/**
 * Creates what judges a consumer's request for a subscription, and what goes with it. It throws, in this order: NOT_FOUND for an
 * application of others, and for an API or plan that the consumer cannot see; INVALID for an API or plan that takes no
 * subscriptions; CONFLICT for a second one; INVALID for terms and answers. The commit writes the application, so that only
 * one of two equal requests at once succeeds.
 */
export function createRequestJudge({ store, clock, audiences }: RequestParts) {
  /** The part of an API that the calling consumer may see as it is served; `undefined` if it is hidden. */
  async function seenApi(api: ApiDefinition, call: CallContext): Promise<ApiDefinition | undefined> {
    const served = servedFrom(api, (await loadDefinitions(store, api.id as string)).live)
    if (!isPublished(served)) return undefined
    const judgeOf = await audiences.judgeOf(audiencesOf(served).map(({ condition }) => condition))
    return visibleTo(served, judgeOf((await findConsumer(store, call))?.record))
  }

  /** The plan as the calling consumer sees it. */
  async function seenPlan({ api_ref, plan_ref }: Subscription, api: ApiDefinition | undefined, call: CallContext) {
    const seen = api && (await seenApi(api, call))
    if (!seen) throw notFound(apis.name, api_ref)
    const plan = findPlan(seen, plan_ref)
    if (!plan || statusOf(plan) === 'staging') throw notFound(`plan of API ${api_ref}`, plan_ref)
    return plan
  }

  return ({ form = {}, terms }: Pick<SubscriptionRequest, 'form' | 'terms'>, call: CallContext) =>
    async (next: Subscription, api: ApiDefinition | undefined): Promise<Asked> => {
      const application = await loadOwnApplication(store, next.owner_ref ?? '', { call })
      const plan = await seenPlan(next, api, call)
      const kind = subscribable(next, api, {}).plan.access_mode_configuration_type
      checkSubject(next, kind)
      const isRequired = requiresSubscription(plan)
      if (isRequired && next.subject === undefined) throw lacking({ '/subject': [problem('error.required')] })
      await checkOpen(store, next)
      checkTerms(plan, terms)
      const { answers, problems } = judgeAnswers(plan.form ?? [], form)
      if (Object.keys(problems).length > 0) throw lacking(problems)
      // Otherwise anybody could subscribe the subject of somebody else.
      const waits = plan.approval === 'manual' || (hasSubjects(kind) && (isRequired || next.subject !== undefined))
      const now = clock()
      const { record } = application
      return {
        members: {
          ...(waits && { approval: 'waiting' }),
          ...(Object.keys(answers).length > 0 && { form: answers }),
          ...(plan.terms && { accepted: { version: plan.terms.version, at: now, by: consumerId(call) } }),
        },
        changes: [putApplication({ ...record, requested_at: now }, application)],
      }
    }
}

/** Whether the gateway admits only subscribers, whom it finds by a subject. */
const requiresSubscription = ({ access_mode_configuration = {} }: Plan): boolean =>
  (access_mode_configuration as { requireSubscription?: boolean }).requireSubscription === true

/** Throws CONFLICT if the application has an open subscription to the plan, or too many open ones. */
async function checkOpen(store: Reads, { owner_ref = '', api_ref, plan_ref }: Subscription): Promise<void> {
  let open = 0
  for await (const { record } of subscriptionsOf(store, owner_ref)) {
    const state = stateOf(record)
    if (state === 'closed') continue
    open++
    if (record.api_ref !== api_ref || record.plan_ref !== plan_ref) continue
    throw failure(
      'CONFLICT',
      state === 'waiting'
        ? `Subscription ${record.id} of this application to plan ${plan_ref} waits for approval: wait, or close it first`
        : `This application already has subscription ${record.id} to plan ${plan_ref}: use it, or close it first`,
      problem('error.subscription.open', record.id),
    )
  }
  if (open >= MOST_OPEN)
    throw failure(
      'CONFLICT',
      `This application has ${MOST_OPEN} open subscriptions, the most that one can have: close one first`,
      problem('error.subscriptions.most', MOST_OPEN),
    )
}

function checkTerms({ terms: current }: Plan, sent: string | undefined): void {
  if (!current || sent === current.version) return
  const wrong = sent === undefined ? problem('error.required') : problem('error.enum', current.version)
  throw lacking({ '/terms': [wrong] })
}

const lacking = (fieldErrors: Readonly<Record<string, readonly Problem[]>>) => notValid('The request', { fieldErrors })
