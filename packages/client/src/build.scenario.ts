/** A scenario for the built client. It must give the same result in every runtime. */
import type { createClient as create } from './create-client.ts'

/** The client under test, the service, and the runtime, which prefixes the ids of the records. */
interface Place {
  readonly createClient: typeof create
  readonly baseUrl: string
  readonly clientId: string
  readonly clientSecret: string
  readonly runtime: string
}

/** Runs the scenario and returns its results. */
export async function runScenario({ createClient, runtime, ...options }: Place): Promise<object> {
  const api = createClient(options)
  const body = { id: `${runtime}:a`, enabled: true, activationStrategy: 'NO_STRATEGY' } as const
  const events = (await api.events.stream({ patterns: `${runtime}:*` }))[Symbol.asyncIterator]()
  const created = await api.features.create({ body })
  const { value: event } = await events.next()
  await events.return?.()
  const conflict = await api.features.create({ body }).catch(({ name, code, errors }) => ({ name, code, errors }))
  const imported = await api.configs.import({ body: configs(runtime) })
  const downloaded: string[] = []
  for await (const { id } of api.configs.export({ pattern: `${runtime}:*` })) downloaded.push(id)
  return {
    created,
    checked: await api.features.check({ id: body.id }),
    event: { type: event.type, key: event.key },
    conflict,
    imported: imported.success,
    downloaded,
    unreachable: await createClient({ ...options, baseUrl: 'http://127.0.0.1:1', retry: { limit: 0 } })
      .health()
      .catch(({ code, message }) => ({ code, message })),
  }
}

async function* configs(runtime: string) {
  for (const name of ['x', 'y']) yield { id: `${runtime}:${name}`, value: name }
}
