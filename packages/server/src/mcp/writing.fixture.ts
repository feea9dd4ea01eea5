import { isSafe } from '@signalbox/core/wire'
import { sampleArguments } from './sample.fixture.ts'
import type { OperationTool } from './tools.ts'

/** The tools that write, in an order in which each can succeed: records are created, used, closed, and then deleted. */
export function writingInOrder(tools: Iterable<OperationTool>): readonly OperationTool[] {
  const writing = [...tools].filter(({ operation }) => !isSafe(operation))
  const last = (one: OperationTool): string => one.name.at(-1) ?? ''
  const of = (fits: (name: string) => boolean) => writing.filter((one) => fits(last(one)))
  const ends = ['create', 'close', 'delete', 'deleteMany']
  return [
    ...of((name) => name === 'create'),
    ...of((name) => !ends.includes(name)),
    ...of((name) => name === 'close'),
    // A subscription is deleted after its credentials.
    ...of((name) => name === 'delete').toReversed(),
    ...of((name) => name === 'deleteMany'),
  ]
}

/** The id of what the calls create and change. */
const id = 'made'
const name = 'Made'
const variants = ['A', 'B'].map((one) => ({ id: one, name: one, traffic: 0.5 }))
const config = { kind: 'workflow', steps: [] }
const openapi = { openapi: '3.1.0', info: { title: 'Parcels', version: '1' }, paths: { '/parcels': { get: {} } } }
const none = { pattern: `${id}*` }

/** Bodies by the tools that take them. */
const bodies: Readonly<Record<string, unknown>> = {
  features_create: { id, enabled: true, activationStrategy: 'NO_STRATEGY' },
  features_copy: { from: id, to: `${id}:copy`, default: true },
  features_patchMany: { ...none, patch: { enabled: false } },
  segments_create: { id },
  configs_create: { id: `${id}:config`, value: 1 },
  experiments_create: { id, name, enabled: true, variants },
  scripts_create: { id, name, source: { type: 'javascript', script: 'function enabled() {}' } },
  errorTemplates_create: { serviceId: id },
  apis_create: { id, name },
  apis_importOpenApi: openapi,
  apis_draft_patch: { description: 'Drafted' },
  backends_create: { id, backend: { targets: [{ hostname: 'made.example' }] } },
  subscriptions_create: { id, api_ref: 'shop', plan_ref: 'gold' },
  workflows_create: { id, config },
  workflows_test: { config },
  apiKeys_create: { clientId: id, name },
  users_create: { id, name },
  gatewayKeys_create: { id },
  developers_create: { id, name },
  applications_create: { id, name },
  webhooks_create: { clientId: id, callbackUrl: 'https://made.example/hook' },
}

/** Other arguments by the tools that take them. */
const others: Readonly<Record<string, object>> = {
  apis_importOpenApi: { domain: 'parcels.example' },
}

/** Calls a tool that only reads. Resolves with its answer. */
export type Read = (tool: string, args: object) => Promise<unknown>

/** The arguments with which a tool that writes succeeds, when those before it in order have been called. */
export async function writingArguments(one: OperationTool, read: Read): Promise<Record<string, unknown>> {
  const { tool } = one
  const [group = ''] = one.name
  const { id: sampleId, pattern, limit: _limit, ...sample } = sampleArguments(one)
  const own = await idOf(group, read)
  const isReplaced = tool.name.endsWith('_replace')
  return {
    ...sample,
    ...(sampleId !== undefined && { id: own }),
    ...(pattern !== undefined && none),
    ...(isReplaced && { body: await read(tool.name.replace('_replace', '_get'), { id: own }) }),
    ...(tool.name === 'apis_deployments_restore' && { deploymentId: await lastDeployment(read) }),
    ...(tool.name in bodies && { body: bodies[tool.name] }),
    ...others[tool.name],
  }
}

async function idOf(group: string, read: Read): Promise<string> {
  if (group === 'configs') return `${id}:config`
  // Only deleted users have traces to erase.
  if (group === 'traces') return 'gone'
  if (group !== 'credentials') return id
  const { results } = (await read('subscriptions_credentials', { id })) as { results: { clientId: string }[] }
  return results[0]?.clientId ?? id
}

async function lastDeployment(read: Read): Promise<string | undefined> {
  const { results } = (await read('apis_deployments_list', { id })) as { results: { id: string }[] }
  return results[0]?.id
}
