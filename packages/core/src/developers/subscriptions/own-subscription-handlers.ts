import type { Audiences } from '../../audiences/create-audiences.ts'
import { mapAnswer } from '../../machine/answers/answer.ts'
import { notFound, SignalboxError } from '../../machine/errors/errors.ts'
import { createAllowance, HOUR } from '../../machine/guessing/allowance.ts'
import { compareKeys } from '../../machine/keys/compare-keys.ts'
import { withSchemaDefaults } from '../../machine/records/defaults.ts'
import type { Instance } from '../../machine/records/hooks.ts'
import { firstPage } from '../../machine/records/lists/page.ts'
import { compileSelect, selectPage } from '../../machine/records/lists/select.ts'
import type { CallContext, Handlers } from '../../operation.ts'
import type { Reads } from '../../ports.ts'
import { findSubscription } from '../../subscriptions/credential-changes.ts'
import { subscriptionsOf } from '../../subscriptions/owned.ts'
import type { SubscriptionIntent } from '../../subscriptions/prepare.ts'
import type { Subscribing } from '../../subscriptions/subscribing.ts'
import {
  type ShownCredential,
  type StoredSubscription,
  type Subscription,
  subscriptions,
} from '../../subscriptions/subscription.ts'
import { usageOfSubscription } from '../../subscriptions/usage.ts'
import { applications, type Role, roleOf } from '../application.ts'
import { actingFor, consumerId, findConsumer, loadOwnApplication, type OwnedApplication } from '../consumer.ts'
import { findApplication, loadApplicationsOf } from '../membership.ts'
import { createRequestJudge } from './judge-request.ts'
import { type OwnSubscription, type ownSubscriptionContract, ownSubscriptionSchema } from './own-subscription.ts'

/** How many subscriptions a consumer may make in an hour. */
const MOST_AN_HOUR = 20

/** The parts that the subscriptions of consumers need. */
export interface OwnSubscriptionParts {
  readonly instance: Instance
  readonly subscribing: () => Promise<Subscribing>
  readonly audiences: Audiences
}

/** Creates the handlers of the subscriptions of the calling consumer's applications. */
export function ownSubscriptionHandlers({
  instance,
  subscribing,
  audiences,
}: OwnSubscriptionParts): Handlers<typeof ownSubscriptionContract> {
  const { store, clock } = instance
  const judge = createRequestJudge({ store, clock, audiences })
  const allowance = createAllowance(clock, { most: MOST_AN_HOUR, window: HOUR, what: 'new subscriptions an hour' })

  /** Does what the intent says, if the caller may until it is committed. */
  async function act(
    id: string,
    call: CallContext,
    { role, ...intent }: SubscriptionIntent & { readonly role?: Role },
  ) {
    const load = () => loadOwn(store, id, { call, ...(role && { role }) })
    await load()
    const held = async () => {
      const { record, version } = (await load()).application
      return [{ op: 'check', collection: applications.plural, key: record.id, expected: version } as const]
    }
    try {
      return await (await subscribing()).act(id, { call: acting(call), intent: { ...intent, held } })
    } catch (error) {
      throw forConsumers(error, id)
    }
  }

  return {
    async list({ page = firstPage.page, pageSize = firstPage.pageSize, ...asked }, call) {
      await findConsumer(store, call)
      const select = compileSelect(ownSubscriptionSchema, asked, subscriptions.kept)
      const { standing } = await subscribing()
      const all = await standing(await loadAll(store, consumerId(call)))
      const { results, count } = await selectPage<OwnSubscription>(
        {
          records: iterated(all),
          keyOf: (one) => (one as StoredSubscription).id,
          show: (one) => showOwn(one as Subscription),
          find: async (id) => all.filter((one) => one.id === id).map(showOwn)[0],
        },
        select,
        { first: (page - 1) * pageSize, size: pageSize },
      )
      return { results, metadata: { page, pageSize, count, nbPages: Math.ceil(count / pageSize) } }
    },
    async create({ body: { form, terms, ...request } }, call) {
      const asking = judge({ ...(form && { form }), ...(terms !== undefined && { terms }) }, call)
      const { giveBack } = allowance.take(consumerId(call))
      try {
        const { create } = await subscribing()
        return await mapAnswer(create(request, { call: acting(call), intent: { asking } }), showOwn)
      } catch (error) {
        giveBack()
        throw error
      }
    },
    async get({ id }, call) {
      const { record } = await loadOwn(store, id, { call })
      const [value] = await (await subscribing()).standing([record])
      return showOwn(value as Subscription)
    },
    close: ({ id, reason }, call) => mapAnswer(act(id, call, { verb: 'close', reason, role: 'owner' }), showOwn),
    async rotate({ id, revokePrevious, body: { clientId } }, call) {
      const { value } = await act(id, call, { verb: 'rotate', clientId, revokePrevious })
      return value.credentials as ShownCredential
    },
    async credentials({ id }, call) {
      const { record } = await loadOwn(store, id, { call })
      return { results: (await (await subscribing()).credentials(record)).map(withoutNotes) }
    },
    async usage({ id, ...range }, call) {
      const { record } = await loadOwn(store, id, { call })
      return usageOfSubscription(instance, record, range)
    },
  }
}

/** What is left out for consumers: the tags and metadata of the people of the API. */
function withoutNotes<T extends { readonly tags?: unknown; readonly metadata?: unknown }>(record: T) {
  const { tags: _tags, metadata: _metadata, ...shown } = record
  return shown
}

/** What a consumer can do about a failure, which says what the people of the API can do. */
function forConsumers(error: unknown, id: string): unknown {
  if (!(error instanceof SignalboxError) || error.members.from !== 'waiting') return error
  const { code, errors, members } = error
  const message = `Subscription ${id} is waiting for approval: wait until the owners of the API have decided, or close it`
  return new SignalboxError(code, message, { errors, members, cause: error })
}

const showOwn = (subscription: Subscription): OwnSubscription => withoutNotes(subscription)

const acting = (call: CallContext): CallContext => ({ ...call, caller: actingFor(call) })

/**
 * A subscription whose application lists the calling consumer. Any other is NOT_FOUND, as an unknown id. With
 * `role: 'owner'`, a mere member is FORBIDDEN.
 */
async function loadOwn(
  store: Reads,
  id: string,
  { call, role }: { readonly call: CallContext; readonly role?: Role },
): Promise<{ readonly record: StoredSubscription; readonly application: OwnedApplication }> {
  await findConsumer(store, call)
  const found = await findSubscription(store, id)
  const owner = found?.record.owner_ref
  const application = owner === undefined ? undefined : await findApplication(store, owner)
  if (!found || !application || roleOf(application.record, consumerId(call)) === undefined)
    throw notFound(subscriptions.name, id)
  return {
    record: complete(found.record),
    application: await loadOwnApplication(store, application.record.id, { call, ...(role && { role }) }),
  }
}

/** All subscriptions of the applications of a consumer, in the order of their ids. */
async function loadAll(store: Reads, consumer: string): Promise<readonly StoredSubscription[]> {
  const all: StoredSubscription[] = []
  for (const { record: application } of await loadApplicationsOf(store, consumer))
    for await (const { record } of subscriptionsOf(store, application.id)) all.push(complete(record))
  return all.sort((a, b) => compareKeys(a.id, b.id))
}

const complete = (stored: StoredSubscription): StoredSubscription => withSchemaDefaults(subscriptions.schema, stored)

async function* iterated<T>(values: readonly T[]): AsyncGenerator<T> {
  yield* values
}
