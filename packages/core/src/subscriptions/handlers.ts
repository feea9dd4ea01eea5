import type { Answer } from '../machine/answers/answer.ts'
import { anyone, unauthenticated } from '../machine/callers/caller.ts'
import { createJudge } from '../machine/guessing/judge.ts'
import { collection } from '../machine/records/collection.ts'
import { bulkHandlers, crudHandlers, downloaded, patchHandler } from '../machine/records/handlers.ts'
import type { Instance, Write } from '../machine/records/hooks.ts'
import { processDigest } from '../machine/secrets/process-digest.ts'
import type { CallContext, Handlers } from '../operation.ts'
import type { Random } from '../ports.ts'
import type { credentialContract, subscriptionContract } from './contract.ts'
import { createCredentialChanges, credentialsOf } from './credential-changes.ts'
import { createCredentialRecords } from './credential-records.ts'
import type { EndingDuty } from './keep-ending.ts'
import { createPlanChanges } from './plan-changes.ts'
import { createPreparation, type SubscriptionIntent } from './prepare.ts'
import { createStanding, isInSameState, standingAnswer } from './standing.ts'
import { createSubscribers } from './subscribers.ts'
import type { Subscribing } from './subscribing.ts'
import { type ShownCredential, type StoredSubscription, type Subscription, subscriptions } from './subscription.ts'
import type { SubscriptionVerb } from './subscription-states.ts'
import { type TellTeam, telling } from './tell-team.ts'
import { usageOfSubscription } from './usage.ts'
import type { Verification } from './verify.ts'

/** The dependencies of subscriptions. */
export interface SubscriptionParts {
  readonly instance: Instance
  readonly random: Random
  /** The background work that closes and deletes many subscriptions. */
  readonly endings: EndingDuty
  /** Tells the members of applications of decisions and rotations. @default nothing is sent */
  readonly tellTeam?: TellTeam | undefined
}

/** Creates the handlers of subscriptions and credentials. */
export function subscriptionHandlers({ instance, random, endings, tellTeam }: SubscriptionParts) {
  const { store, clock } = instance
  const bound = createCredentialChanges(instance)
  const planChanges = createPlanChanges(instance, bound)
  const { standing, standingLines, standingCredentials, settling } = createStanding(store)
  endings.begin()
  const { prepare } = createPreparation(instance, random, bound)
  const credentials = createCredentialRecords(instance, bound)
  const records = collection<typeof subscriptions, SubscriptionIntent>(subscriptions, instance, {
    prepare: tellTeam ? telling(prepare, tellTeam) : prepare,
    remove: ({ record, call }) => bound.orphaned(record as StoredSubscription, call),
  })
  const judge = createJudge(clock)
  const digestOf = processDigest(random)
  const { deleteMany: _many, ...crud } = crudHandlers(records)
  const bulk = bulkHandlers(records)

  async function getSubscription(id: string, call: CallContext): Promise<Answer<Subscription>> {
    const found = await records.get(id, call)
    const value = (await standing([found.value]))[0] as Subscription
    return standingAnswer(found, value, isInSameState(found.value, value))
  }

  const subscribing: Subscribing = {
    create: records.create,
    act: (id, by) => records.update(id, (current) => current, by),
    standing,
    async credentials(subscription) {
      const found = await credentialsOf(store, subscription)
      return Promise.all(found.map((one) => credentials.seen(credentials.show(one.record))))
    },
  }

  const does =
    (verb: SubscriptionVerb) =>
    ({ id, reason }: { id: string; reason?: string }, call: CallContext) =>
      subscribing.act(id, { call, intent: { verb, reason } })

  async function rotate(id: string, { call, intent }: Write<SubscriptionIntent>): Promise<ShownCredential> {
    const { value: rotated } = await subscribing.act(id, { call, intent: { ...intent, verb: 'rotate' } })
    return rotated.credentials as ShownCredential
  }

  const handlers: Handlers<typeof subscriptionContract> = {
    ...crud,
    ...patchHandler(records),
    ...bulk,
    async list(query, call) {
      const { results, metadata } = await records.list(query, call, (await settling(query)).subscription)
      return { results: await standing(results), metadata }
    },
    get: ({ id }, call) => getSubscription(id, call),
    export: async ({ pattern, fields }, call) =>
      downloaded(records.resource, standingLines(records.exportLines(pattern, call)), fields),
    pause: does('pause'),
    resume: does('resume'),
    close: does('close'),
    approve: does('approve'),
    refuse: does('refuse'),
    rotate: ({ id, revokePrevious, body: { clientId } }, call) =>
      rotate(id, { call, intent: { clientId, revokePrevious } }),
    async usage({ id, ...range }, call) {
      const { record } = await records.load(id, 'R', call)
      return usageOfSubscription(instance, record as StoredSubscription, range)
    },
    async credentials({ id }, call) {
      const { record } = await records.load(id, 'R', call)
      return { results: await subscribing.credentials(record as StoredSubscription) }
    },
  }

  const { deleteMany: _all, create: _create, ...credentialCrud } = crudHandlers(credentials.records)
  const credentialHandlers: Handlers<typeof credentialContract> = {
    ...credentialCrud,
    ...patchHandler(credentials.records),
    ...(bulkHandlers(credentials.records) as Pick<Handlers<typeof credentialContract>, 'export' | 'import'>),
    async list(query, call) {
      const { results, metadata } = await credentials.records.list(query, call, (await settling(query)).credential)
      return { results: await Promise.all(results.map(credentials.seen)), metadata }
    },
    export: async ({ pattern, fields }, call) =>
      downloaded(
        credentials.records.resource,
        standingCredentials(credentials.records.exportLines(pattern, call)),
        fields,
      ),
    async get({ id }, call) {
      const found = await credentials.records.get(id, call)
      const value = await credentials.seen(found.value)
      return standingAnswer(found, value, found.value.enabled === value.enabled)
    },
    async rotate({ revokePrevious, body: { clientId, clientSecret } }, { address }) {
      const fingerprint = digestOf(`${clientId}:${clientSecret}`)
      const verification = await judge({ id: clientId, fingerprint, address }, async () => {
        const found = await credentials.verifyPair(clientId, clientSecret, clock())
        return found.isValid ? found : undefined
      })
      if (!verification) throw unauthenticated()
      const authInfo = { id: clientId, name: verification.credential.clientName ?? clientId, kind: 'Credential' }
      return rotate(verification.subscription.id, {
        call: { caller: { ...anyone, authInfo } },
        intent: { clientId, heldSecret: clientSecret, revokePrevious },
      })
    },
  }

  return {
    handlers: { subscriptions: handlers, credentials: credentialHandlers },
    searched: [
      {
        resource: records.resource,
        get: getSubscription,
        scan: (pattern: string | undefined, call: CallContext) => standingLines(records.scan(pattern, call)),
      },
    ],
    subscribing,
    subscribers: createSubscribers(instance, planChanges, endings.wake),
    /** Closes and deletes the subscriptions of closed plans and deleted APIs that are left, in batches. */
    endAll: planChanges.endAll,
    closed: endings.ended,
    /** Emits an event for each of these credentials that is due for rotation, unless it was emitted before. */
    tellDue: credentials.tellAllDue,
    /** Verifies a client id and secret of a consumer. */
    verify: (clientId: string, secret?: string, now: number = clock()): Promise<Verification> =>
      credentials.verifyPair(clientId, secret, now),
  }
}
