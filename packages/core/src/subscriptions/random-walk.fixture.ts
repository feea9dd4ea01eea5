import { SignalboxError } from '../machine/errors/errors.ts'
import type { Signalbox } from '../signalbox.ts'
import type { Step } from './random-steps.fixture.ts'
import { boxWithPlans, createApi, gold, HOUR, subscribe } from './subscriptions.fixture.ts'

/** The expected state of a subscription after the steps so far. */
export interface Model {
  readonly id: string
  readonly api: string
  /** Absent once the credential was deleted. */
  clientId: string | undefined
  given: string[]
  graceUntil: number
  validUntil: number
  state: 'active' | 'paused' | 'closed'
  isEnabled: boolean
}

interface ModelledApi {
  enabled: boolean
  state: string
  testing: { enabled: boolean }
}

/** A walk after some steps. */
export interface Scene extends Awaited<ReturnType<typeof boxWithPlans>> {
  readonly models: readonly Model[]
  /** Every secret that was ever issued, by client id. */
  readonly issued: ReadonlyMap<string, readonly string[]>
  /** Whether an API admits consumers. */
  admits(api: string): boolean
}

const newApi = (): ModelledApi => ({ enabled: true, state: 'published', testing: { enabled: false } })

/**
 * Takes random steps through the life of subscriptions, and calls the observer after each of them. Steps that the service
 * refuses are skipped. Begins with two published APIs, `a` and `b`, that have the plan `gold`.
 */
export async function walk(
  steps: readonly Step[],
  begin: (scene: Scene) => Promise<() => Promise<void>>,
): Promise<void> {
  const opened = await boxWithPlans()
  const { box, clock } = opened
  await createApi(box, [gold], 'b')
  const apis: Record<string, ModelledApi | undefined> = { a: newApi(), b: newApi() }
  let models: Model[] = []
  let saved: Awaited<ReturnType<typeof saveAll>> | undefined
  const issued = new Map<string, string[]>()
  const give = (clientId: string, secret: string) => issued.set(clientId, [...(issued.get(clientId) ?? []), secret])

  const deeds: { readonly [V in Step['verb']]: (step: Extract<Step, { verb: V }>) => Promise<void> } = {
    async subscribe({ api }) {
      const { id, clientId, clientSecret } = await subscribe(box, {
        api_ref: api,
        owner_ref: `owner-${models.length % 2}`,
      })
      give(clientId, clientSecret)
      models.push({
        ...{ id, api, clientId, given: [clientSecret] },
        ...{ graceUntil: 0, validUntil: Infinity, state: 'active', isEnabled: true },
      })
    },
    pause: on(async (model) => {
      await box.subscriptions.pause({ id: model.id })
      if (model.state === 'active') model.state = 'paused'
    }),
    off: on(async (model) => {
      await box.subscriptions.patch({ id: model.id, body: { enabled: false } })
      if (model.state === 'active') model.state = 'paused'
    }),
    resume: on(async (model) => {
      await box.subscriptions.resume({ id: model.id })
      model.state = 'active'
    }),
    on: on(async (model) => {
      await box.subscriptions.patch({ id: model.id, body: { enabled: true } })
      model.state = 'active'
    }),
    close: on(async (model) => {
      await box.subscriptions.close({ id: model.id })
      model.state = 'closed'
    }),
    delete: on(async (model) => {
      await box.subscriptions.delete({ id: model.id })
      models = models.filter((other) => other !== model)
    }),
    rotate: onCredential(async (model) => {
      renew(model, await box.subscriptions.rotate({ id: model.id, body: {} }))
    }),
    hold: onCredential(async (model, clientId) => {
      const clientSecret = model.given.at(-1) as string
      renew(model, await box.credentials.rotate({ body: { clientId, clientSecret } }))
    }),
    disable: onCredential(async (model, id) => {
      await box.credentials.patch({ id, body: { enabled: false } })
      model.isEnabled = false
    }),
    enable: onCredential(async (model, id) => {
      await box.credentials.patch({ id, body: { enabled: true } })
      model.isEnabled = true
    }),
    expire: onCredential(async (model, id, { hours }) => {
      const validUntil = clock.now() + hours * HOUR
      await box.credentials.patch({ id, body: { validUntil } })
      model.validUntil = validUntil
    }),
    forget: onCredential(async (model, id) => {
      await box.credentials.delete({ id })
      Object.assign(model, { clientId: undefined, given: [] })
    }),
    reissue: on(async (model) => {
      if (model.clientId !== undefined) return
      const { clientId, clientSecret } = await box.subscriptions.rotate({ id: model.id, body: {} })
      give(clientId, clientSecret)
      Object.assign(model, {
        ...{ clientId, given: [clientSecret], graceUntil: 0, validUntil: Infinity, isEnabled: true },
      })
    }),
    async plan({ api, status }) {
      const path = '/documentation/plans/0/status'
      await box.apis.patch({ id: api, body: [{ op: 'replace', path, value: status }] })
      if (status === 'closed') for (const ended of models.filter((one) => one.api === api)) ended.state = 'closed'
    },
    async api({ api, body }) {
      await box.apis.patch({ id: api, body })
      Object.assign(apis[api] as ModelledApi, body)
    },
    async drop({ api }) {
      await box.apis.delete({ id: api, force: true })
      apis[api] = undefined
      models = models.filter((one) => one.api !== api)
    },
    async make({ api }) {
      await createApi(box, [gold], api)
      apis[api] = newApi()
    },
    async wait({ hours }) {
      clock.advance(hours * HOUR)
    },
    async save() {
      saved = await saveAll(box)
    },
    async restore({ what }) {
      const { subscriptions = [], credentials = [] } = saved ?? {}
      if (what !== 'credentials') await box.subscriptions.import({ body: subscriptions, strategy: 'Replace' })
      if (what !== 'subscriptions') await box.credentials.import({ body: credentials, strategy: 'Replace' })
    },
    strip: on(async ({ id }) => {
      const { subscriptions } = await saveAll(box)
      const body = subscriptions.filter((line) => line.id === id).map((line) => ({ ...line, token_refs: [] }))
      await box.subscriptions.import({ body, strategy: 'Replace' })
    }),
  }

  /** An action on one of the subscriptions; nothing happens if there is none. */
  function on<S extends { readonly which: number }>(act: (model: Model, step: S) => Promise<void>) {
    return async (step: S) => {
      const model = models[step.which % Math.max(models.length, 1)]
      if (model) await act(model, step)
    }
  }

  /** An action on the credential of one of the subscriptions; nothing happens if there is none. */
  function onCredential<S extends { readonly which: number }>(
    act: (model: Model, clientId: string, step: S) => Promise<void>,
  ) {
    return on<S>(async (model, step) => {
      if (model.clientId !== undefined) await act(model, model.clientId, step)
    })
  }

  function renew(model: Model, next: { clientId: string; clientSecret: string; previousUntil?: number }): void {
    give(next.clientId, next.clientSecret)
    model.given.push(next.clientSecret)
    model.graceUntil = next.previousUntil as number
  }

  const observe = await begin({
    ...opened,
    issued,
    get models() {
      return models
    },
    admits(id) {
      const { enabled, state, testing } = apis[id] as ModelledApi
      return enabled && (state === 'staging' ? testing.enabled : state !== 'removed')
    },
  })
  for (const step of steps) {
    await (deeds[step.verb] as (step: Step) => Promise<void>)(step).catch((error) => {
      if (!(error instanceof SignalboxError) || error.code === 'INTERNAL') throw error
    })
    await observe()
  }
  await box.close()
}

async function saveAll(box: Signalbox) {
  const [subscriptions, credentials] = [await box.subscriptions.export(), await box.credentials.export()]
  return { subscriptions: await all(subscriptions), credentials: await all(credentials) }
}

async function all<T>(lines: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const line of lines) found.push(line)
  return found
}
