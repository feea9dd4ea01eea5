import fc from 'fast-check'
import { json, maybeId, pattern } from './arbitraries.fixture.ts'
import { apiMerge, gatewayId, selection } from './gateway.fixture.ts'

/** A record from which any member may be missing. */
export const optional = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record(model, { requiredKeys: [] })
/** Page parameters of a list, valid or invalid. */
export const page = {
  page: fc.constantFrom(1, 1, 2, 3, 0),
  pageSize: fc.constantFrom(1, 2, 3, 15, 1000, 1000, 1001, 0, 1.5),
}

const place = fc.constantFrom(
  '/metadata',
  'metadata',
  '/metadata/a',
  '/tags',
  '/tags/-',
  '/tags/0',
  '/enabled',
  '/id',
  '/value',
  'value/a',
  '/name',
  '/variants/0',
  '/variants/0/traffic',
  '/source/script',
  '/clientSecret',
  '/password',
  '/secret',
  '/headers/X-A',
  '/isBanned',
  '/authorizedPatterns',
  '/messages/message-404',
  '/genericTemplates/(',
  '/__proto__/x',
  '',
)
const step = fc.oneof(
  fc.record({ op: fc.constantFrom('add', 'replace', 'test'), path: place, value: json }),
  fc.record({ op: fc.constantFrom('move', 'copy'), path: place, from: place }),
  fc.record({ op: fc.constant('remove'), path: place }),
)
/** A JSON Patch, or any JSON. */
export const patch = fc.oneof({ arbitrary: fc.array(step, { maxLength: 3 }) as fc.Arbitrary<unknown>, weight: 6 }, json)

/** Lines of an upload, some of which are not JSON. */
export const upload = (line: fc.Arbitrary<unknown>) =>
  fc.array(fc.oneof({ arbitrary: line, weight: 9 }, fc.constant(undefined)), { maxLength: 6 })

const ownId = (record: unknown): string => {
  const { clientId, serviceId = clientId, id = serviceId } = Object(record) as Record<string, unknown>
  return typeof id === 'string' && !/\p{Surrogate}/u.test(id) && !/^\.{0,2}$/.test(id) ? id : 'a'
}

/** The inputs of all operations of a kind. Upload lines are bodies unless `lines` is given. */
export const recordInputs = (kind: string, body: fc.Arbitrary<unknown>, lines = body) => ({
  [`${kind}.list`]: optional({ pattern, ...page }),
  [`${kind}.create`]: fc.record({ body }),
  [`${kind}.get`]: fc.record({ id: maybeId }),
  [`${kind}.replace`]: fc.oneof(
    fc.record({ id: maybeId, body }),
    body.map((record) => ({ id: ownId(record), body: record })),
  ),
  [`${kind}.patch`]: fc.record({ id: maybeId, body: patch }),
  [`${kind}.delete`]: fc.record({ id: maybeId }),
  [`${kind}.count`]: optional({ pattern }),
  [`${kind}.deleteMany`]: optional({ pattern }),
  [`${kind}.export`]: optional({ pattern }),
  [`${kind}.import`]: fc.record(
    {
      body: upload(lines),
      strategy: fc.constantFrom('Replace', 'Keep', 'Other'),
      dryRun: fc.boolean(),
    },
    { requiredKeys: ['body'] },
  ),
})

/** The same for gateway kinds, which have no deletion by pattern. */
export function gatewayInputs(kind: string, body: fc.Arbitrary<unknown>, id: fc.Arbitrary<string> = gatewayId) {
  const { [`${kind}.deleteMany`]: _many, ...inputs } = recordInputs(kind, body) as Record<string, fc.Arbitrary<object>>
  return {
    ...inputs,
    [`${kind}.list`]: optional({ pattern, ...page, ...selection }),
    [`${kind}.get`]: fc.record({ id }),
    [`${kind}.replace`]: fc.record({ id, body }),
    [`${kind}.patch`]: fc.record({ id, body: fc.oneof(apiMerge, patch) }),
    [`${kind}.delete`]: fc.record({ id }),
  }
}
