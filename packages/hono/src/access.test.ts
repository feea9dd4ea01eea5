import { createHash } from 'node:crypto'
import { createSignalbox, type GatewayApi, type Passwords, type Signalbox } from '@signalbox/core'
import { contract, slices } from '@signalbox/core/contract'
import { openApi } from '@signalbox/core/reference'
import { operations } from '@signalbox/core/wire'
import { afterAll, describe, expect, it, onTestFailed } from 'vitest'
import { toHono } from './to-hono.ts'

const plain: Passwords = {
  hash: async (password) => `plain ${password}`,
  verify: async (password, stored) => stored === `plain ${password}`,
}

const secret = 'a-secret-of-tests'
const feature = { id: 'a:x', enabled: true, activationStrategy: 'NO_STRATEGY' } as const
const segment = { id: 'a:x', included: ['ann'] }
const config = { id: 'a:x', value: 1 }
const experiment = { id: 'a:x', name: 'x', enabled: true, variants: [{ id: 'A', name: 'A', traffic: 1 }] }
const script = { id: 'a:x', name: 'x', source: { type: 'javascript', script: 'function enabled() {}' } } as const
const errorTemplate = { serviceId: 'a:x', name: 'x' }
const api = { id: 'a-x', name: 'x' }
const document = { openapi: '3.1.0', info: { title: 'x', version: '1' }, paths: { '/x': { get: {} } } }
const sha256 = createHash('sha256').update(JSON.stringify(document)).digest('hex')
const deployment = { id: 'a-d', apiRef: 'a-x', at: 1, version: '1', apiDefinition: api }
const key = { clientId: 'k', name: 'k', clientSecret: secret }
const developer = { id: 'a-x', name: 'X' }
const user = { id: 'u', name: 'u', password: 'a long password' }
const held = 'sbx_0000000000000000000000000000000000HELD'
const subscription = { id: 'a-s', api_ref: 'a-y', plan_ref: 'p', token_refs: ['a-c'] }
const free = { api_ref: 'a-y', plan_ref: 'free' }
const credential = { clientId: 'a-c', subscription_ref: 'a-s', api_ref: 'a-y', plan_ref: 'p' }
const patch = [{ op: 'replace', path: '/name', value: 'other' }]
const webhook = { clientId: 'a:x', callbackUrl: 'https://receiver.invalid' }
const ban = [{ op: 'replace', path: '/isBanned', value: true }]

const workflow = { id: 'a-x', config: { kind: 'workflow', steps: [{ kind: 'noop' }] } }

/** The callers, in the order of the status columns. */
const callers = {
  nobody: {},
  'wrong secret': { 'Service-Client-Id': 'admin', 'Service-Client-Secret': 'not the secret at all' },
  reader: { 'Service-Client-Id': 'reader', 'Service-Client-Secret': secret },
  'writer inside': { 'Service-Client-Id': 'inside', 'Service-Client-Secret': secret },
  'writer outside': { 'Service-Client-Id': 'outside', 'Service-Client-Secret': secret },
  admin: { 'Service-Client-Id': 'admin', 'Service-Client-Secret': secret },
}

type Row = [path: string, body: unknown, ...expected: number[]]
const lines = (...records: object[]) => records.map((record) => JSON.stringify(record)).join('\n')

/** One row per operation: path, body, and the expected status for each caller. */
const table: Record<string, Row> = {
  'features.list': ['/api/features', undefined, 401, 401, 200, 200, 200, 200],
  'features.create': ['/api/features', { ...feature, id: 'a:new' }, 401, 401, 403, 201, 403, 201],
  'features.get': ['/api/features/a:x', undefined, 401, 401, 200, 200, 403, 200],
  'features.replace': ['/api/features/a:x', feature, 401, 401, 403, 200, 403, 200],
  'features.patch': [
    '/api/features/a:x',
    [{ op: 'replace', path: '/enabled', value: false }],
    401,
    401,
    403,
    200,
    403,
    200,
  ],
  'features.delete': ['/api/features/a:x', undefined, 401, 401, 403, 200, 403, 200],
  'features.count': ['/api/counts/features', undefined, 401, 401, 200, 200, 200, 200],
  'features.deleteMany': ['/api/features?pattern=*', undefined, 401, 401, 403, 200, 200, 200],
  'features.export': ['/api/features.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'features.import': ['/api/features.ndjson', lines(feature), 401, 401, 403, 200, 200, 200],
  'features.check': ['/api/features/a:x/check', undefined, 401, 401, 200, 200, 403, 200],
  'features.checkWith': ['/api/features/a:x/check', {}, 401, 401, 200, 200, 403, 200],
  'features.checkMany': ['/api/features/_checks', {}, 401, 401, 200, 200, 200, 200],
  'features.askers': ['/api/features/a:x/askers', undefined, 401, 401, 200, 200, 403, 200],
  'features.tree': ['/api/tree/features', undefined, 401, 401, 200, 200, 200, 200],
  'features.treeWith': ['/api/tree/features', {}, 401, 401, 200, 200, 200, 200],
  'features.nested': ['/api/features?render=tree', undefined, 401, 401, 200, 200, 200, 200],
  lint: ['/api/_lint', undefined, 401, 401, 200, 200, 200, 200],
  'segments.list': ['/api/segments', undefined, 401, 401, 200, 200, 200, 200],
  'segments.create': ['/api/segments', { id: 'a:new' }, 401, 401, 403, 201, 403, 201],
  'segments.get': ['/api/segments/a:x', undefined, 401, 401, 200, 200, 403, 200],
  'segments.replace': ['/api/segments/a:x', segment, 401, 401, 403, 200, 403, 200],
  'segments.patch': ['/api/segments/a:x', { included: ['bob'] }, 401, 401, 403, 200, 403, 200],
  'segments.delete': ['/api/segments/a:x', undefined, 401, 401, 403, 200, 403, 200],
  'segments.count': ['/api/counts/segments', undefined, 401, 401, 200, 200, 200, 200],
  'segments.deleteMany': ['/api/segments?pattern=*', undefined, 401, 401, 403, 200, 200, 200],
  'segments.export': ['/api/segments.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'segments.import': ['/api/segments.ndjson', lines(segment), 401, 401, 403, 200, 200, 200],
  'segments.test': ['/api/segments/a:x/_test', {}, 401, 401, 200, 200, 403, 200],
  'segments.tree': ['/api/tree/segments', undefined, 401, 401, 200, 200, 200, 200],
  'features.copy': ['/api/features/_copy', { from: 'a:x', to: 'a:y', default: true }, 401, 401, 403, 200, 403, 200],
  'features.patchMany': ['/api/features/_patch', { pattern: '*', patch: {} }, 401, 401, 403, 200, 200, 200],
  'ofrep.evaluate': ['/ofrep/v1/evaluate/flags/a:x', {}, 401, 401, 200, 200, 403, 200],
  'ofrep.evaluateAll': ['/ofrep/v1/evaluate/flags', {}, 401, 401, 200, 200, 200, 200],
  'configs.list': ['/api/configs', undefined, 401, 401, 200, 200, 200, 200],
  'configs.create': ['/api/configs', { ...config, id: 'a:new' }, 401, 401, 403, 201, 403, 201],
  'configs.get': ['/api/configs/a:x', undefined, 401, 401, 200, 200, 403, 200],
  'configs.replace': ['/api/configs/a:x', config, 401, 401, 403, 200, 403, 200],
  'configs.patch': ['/api/configs/a:x', [{ op: 'replace', path: '/value', value: 2 }], 401, 401, 403, 200, 403, 200],
  'configs.delete': ['/api/configs/a:x', undefined, 401, 401, 403, 200, 403, 200],
  'configs.count': ['/api/counts/configs', undefined, 401, 401, 200, 200, 200, 200],
  'configs.deleteMany': ['/api/configs?pattern=*', undefined, 401, 401, 403, 200, 200, 200],
  'configs.export': ['/api/configs.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'configs.import': ['/api/configs.ndjson', lines(config), 401, 401, 403, 200, 200, 200],
  'configs.evaluate': ['/api/configs/a:x/evaluate', {}, 401, 401, 200, 200, 403, 200],
  'configs.evaluateAll': ['/api/configs/_evaluate', {}, 401, 401, 200, 200, 200, 200],
  'configs.tree': ['/api/tree/configs', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.list': ['/api/experiments', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.create': ['/api/experiments', { ...experiment, id: 'a:new' }, 401, 401, 403, 201, 403, 201],
  'experiments.get': ['/api/experiments/a:x', undefined, 401, 401, 200, 200, 403, 200],
  'experiments.replace': ['/api/experiments/a:x', experiment, 401, 401, 403, 200, 403, 200],
  'experiments.patch': ['/api/experiments/a:x', patch, 401, 401, 403, 200, 403, 200],
  'experiments.delete': ['/api/experiments/a:x', undefined, 401, 401, 403, 200, 403, 200],
  'experiments.count': ['/api/counts/experiments', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.deleteMany': ['/api/experiments?pattern=*', undefined, 401, 401, 403, 200, 200, 200],
  'experiments.export': ['/api/experiments.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.import': ['/api/experiments.ndjson', lines(experiment), 401, 401, 403, 200, 200, 200],
  'experiments.displayed': ['/api/experiments/a:x/displayed?clientId=c', undefined, 401, 401, 200, 200, 403, 200],
  'experiments.won': ['/api/experiments/a:x/won?clientId=c', undefined, 401, 401, 200, 200, 403, 200],
  'experiments.record': ['/api/experiments/_records', { records: [] }, 401, 401, 200, 200, 200, 200],
  'experiments.variant': ['/api/experiments/a:x/variant?clientId=bound', undefined, 401, 401, 200, 200, 403, 200],
  'experiments.bindVariant': ['/api/experiments/a:x/variant?clientId=c', {}, 401, 401, 200, 200, 403, 200],
  'experiments.tree': ['/api/tree/experiments?clientId=c', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.treeWith': ['/api/tree/experiments?clientId=c', {}, 401, 401, 200, 200, 200, 200],
  'experiments.results': ['/api/experiments/a:x/results', undefined, 401, 401, 200, 200, 403, 200],
  'experiments.exportBindings': ['/api/experiments/bindings.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.importBindings': ['/api/experiments/bindings.ndjson', '', 401, 401, 403, 200, 200, 200],
  'experiments.client': ['/api/clients/c', undefined, 401, 401, 403, 403, 403, 200],
  'experiments.eraseClient': ['/api/experiments/a:x/clients/c', undefined, 401, 401, 403, 200, 403, 200],
  'experiments.eraseClientFromAll': ['/api/clients/c', undefined, 401, 401, 403, 403, 403, 200],
  'experiments.summary': ['/api/experiments/_summary', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.exportEvents': ['/api/experiments/events.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.exportPhases': ['/api/experiments/phases.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'experiments.importPhases': ['/api/experiments/phases.ndjson', '', 401, 401, 403, 200, 200, 200],
  'experiments.importEvents': ['/api/experiments/events.ndjson', '', 401, 401, 403, 200, 200, 200],
  'scripts.list': ['/api/scripts', undefined, 401, 401, 200, 200, 200, 200],
  'scripts.create': ['/api/scripts', { ...script, id: 'a:new' }, 401, 401, 403, 403, 403, 201],
  'scripts.get': ['/api/scripts/a:x', undefined, 401, 401, 200, 200, 403, 200],
  'scripts.replace': ['/api/scripts/a:x', script, 401, 401, 403, 403, 403, 200],
  'scripts.patch': ['/api/scripts/a:x', patch, 401, 401, 403, 403, 403, 200],
  'scripts.delete': ['/api/scripts/a:x', undefined, 401, 401, 403, 403, 403, 200],
  'scripts.count': ['/api/counts/scripts', undefined, 401, 401, 200, 200, 200, 200],
  'scripts.deleteMany': ['/api/scripts?pattern=*', undefined, 401, 401, 403, 403, 403, 200],
  'scripts.export': ['/api/scripts.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'scripts.import': ['/api/scripts.ndjson', lines(script), 401, 401, 403, 403, 403, 200],
  'scripts.debug': ['/api/scripts/_debug', { context: {}, script: script.source }, 401, 401, 403, 403, 403, 200],
  'apiKeys.list': ['/api/apikeys', undefined, 401, 401, 403, 403, 403, 200],
  'apiKeys.create': ['/api/apikeys', { name: 'new' }, 401, 401, 403, 403, 403, 201],
  'apiKeys.get': ['/api/apikeys/k', undefined, 401, 401, 403, 403, 403, 200],
  'apiKeys.replace': ['/api/apikeys/k', key, 401, 401, 403, 403, 403, 200],
  'apiKeys.patch': ['/api/apikeys/k', patch, 401, 401, 403, 403, 403, 200],
  'apiKeys.delete': ['/api/apikeys/k', undefined, 401, 401, 403, 403, 403, 200],
  'apiKeys.count': ['/api/counts/apikeys', undefined, 401, 401, 403, 403, 403, 200],
  'apiKeys.deleteMany': ['/api/apikeys?pattern=k', undefined, 401, 401, 403, 403, 403, 200],
  'apiKeys.export': ['/api/apikeys.ndjson', undefined, 401, 401, 403, 403, 403, 200],
  'apiKeys.import': ['/api/apikeys.ndjson', lines(key), 401, 401, 403, 403, 403, 200],
  'users.list': ['/api/users', undefined, 401, 401, 403, 403, 403, 200],
  'users.create': ['/api/users', { ...user, id: 'new' }, 401, 401, 403, 403, 403, 201],
  'users.get': ['/api/users/u', undefined, 401, 401, 403, 403, 403, 200],
  'users.replace': ['/api/users/u', user, 401, 401, 403, 403, 403, 200],
  'users.patch': ['/api/users/u', patch, 401, 401, 403, 403, 403, 200],
  'users.delete': ['/api/users/u', undefined, 401, 401, 403, 403, 403, 200],
  'users.count': ['/api/counts/users', undefined, 401, 401, 403, 403, 403, 200],
  'traces.erase': ['/api/users/nobody/traces', undefined, 401, 401, 403, 403, 403, 200],
  'users.deleteMany': ['/api/users?pattern=u', undefined, 401, 401, 403, 403, 403, 200],
  'users.export': ['/api/users.ndjson', undefined, 401, 401, 403, 403, 403, 200],
  'users.import': ['/api/users.ndjson', lines(user), 401, 401, 403, 403, 403, 200],
  'webhooks.list': ['/api/webhooks', undefined, 401, 401, 403, 403, 403, 200],
  'webhooks.create': ['/api/webhooks', { ...webhook, clientId: 'new' }, 401, 401, 403, 403, 403, 201],
  'webhooks.get': ['/api/webhooks/a:x', undefined, 401, 401, 403, 403, 403, 200],
  'webhooks.replace': ['/api/webhooks/a:x', webhook, 401, 401, 403, 403, 403, 200],
  'webhooks.patch': ['/api/webhooks/a:x', ban, 401, 401, 403, 403, 403, 200],
  'webhooks.delete': ['/api/webhooks/a:x', undefined, 401, 401, 403, 403, 403, 200],
  'webhooks.count': ['/api/counts/webhooks', undefined, 401, 401, 403, 403, 403, 200],
  'webhooks.deleteMany': ['/api/webhooks?pattern=a:x', undefined, 401, 401, 403, 403, 403, 200],
  'webhooks.export': ['/api/webhooks.ndjson', undefined, 401, 401, 403, 403, 403, 200],
  'webhooks.import': ['/api/webhooks.ndjson', lines(webhook), 401, 401, 403, 403, 403, 200],
  'webhooks.deliveries': ['/api/webhooks/a:x/deliveries', undefined, 401, 401, 403, 403, 403, 200],
  'webhooks.test': ['/api/webhooks/a:x/_test', undefined, 401, 401, 403, 403, 403, 200],
  login: ['/api/login', { userId: 'u', password: 'a long password' }, 200, 200, 200, 200, 200, 200],
  logout: ['/api/logout', undefined, 401, 401, 200, 200, 200, 200],
  me: ['/api/me', undefined, 401, 401, 200, 200, 200, 200],
  changePassword: [
    '/api/me/password',
    { currentPassword: 'x', newPassword: 'another password' },
    401,
    401,
    400,
    400,
    400,
    400,
  ],
  'errorTemplates.list': ['/api/error-templates', undefined, 401, 401, 200, 200, 200, 200],
  'errorTemplates.create': [
    '/api/error-templates',
    { ...errorTemplate, serviceId: 'a:new' },
    401,
    401,
    403,
    201,
    403,
    201,
  ],
  'errorTemplates.get': ['/api/error-templates/a:x', undefined, 401, 401, 200, 200, 403, 200],
  'errorTemplates.replace': ['/api/error-templates/a:x', errorTemplate, 401, 401, 403, 200, 403, 200],
  'errorTemplates.patch': ['/api/error-templates/a:x', patch, 401, 401, 403, 200, 403, 200],
  'errorTemplates.delete': ['/api/error-templates/a:x', undefined, 401, 401, 403, 200, 403, 200],
  'errorTemplates.count': ['/api/counts/error-templates', undefined, 401, 401, 200, 200, 200, 200],
  'errorTemplates.export': ['/api/error-templates.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'errorTemplates.import': ['/api/error-templates.ndjson', lines(errorTemplate), 401, 401, 403, 200, 200, 200],
  'errorTemplates.render': ['/api/error-templates/a:x/_render', {}, 401, 401, 200, 200, 403, 200],
  'apis.list': ['/api/apis', undefined, 401, 401, 200, 200, 200, 200],
  'apis.create': ['/api/apis', { ...api, id: 'a-new' }, 401, 401, 403, 201, 403, 201],
  'apis.get': ['/api/apis/a-x', undefined, 401, 401, 200, 200, 403, 200],
  'apis.replace': ['/api/apis/a-x', api, 401, 401, 403, 200, 403, 200],
  'apis.patch': ['/api/apis/a-x', { description: 'other' }, 401, 401, 403, 200, 403, 200],
  'apis.delete': ['/api/apis/a-x', undefined, 401, 401, 403, 200, 403, 200],
  'apis.count': ['/api/counts/apis', undefined, 401, 401, 200, 200, 200, 200],
  'apis.export': ['/api/apis.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'apis.import': ['/api/apis.ndjson', lines(api), 401, 401, 403, 200, 200, 200],
  'apis.importOpenApi': ['/api/apis/_import?id=a-new', document, 401, 401, 403, 201, 403, 201],
  'apis.document': [`/api/apis/a-imported/documents/${sha256}`, undefined, 401, 401, 200, 200, 403, 200],
  'apis.duplicate': ['/api/apis/a-x/_duplicate', { id: 'a-new' }, 401, 401, 403, 201, 403, 201],
  'apis.routes': ['/api/apis/a-x/routes', undefined, 401, 401, 200, 200, 403, 200],
  'apis.plugins': ['/api/plugins', undefined, 401, 401, 200, 200, 200, 200],
  'apis.lint': ['/api/apis/a-x/_lint', undefined, 401, 401, 200, 200, 403, 200],
  'apis.documents.export': ['/api/apis/documents.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'apis.documents.import': [
    '/api/apis/documents.ndjson',
    lines({ apiRef: 'a-x', sha256 }),
    401,
    401,
    403,
    200,
    200,
    200,
  ],
  'apis.deployments.list': ['/api/apis/a-x/deployments', undefined, 401, 401, 200, 200, 403, 200],
  'apis.documentation.refresh': ['/api/apis/a-x/documentation/_refresh', undefined, 401, 401, 403, 200, 403, 200],
  'apis.deployments.create': ['/api/apis/a-x/deployments', {}, 401, 401, 403, 201, 403, 201],
  'apis.deployments.get': ['/api/apis/a-x/deployments/a-d', undefined, 401, 401, 200, 200, 403, 200],
  'apis.deployments.restore': ['/api/apis/a-x/deployments/a-d/_restore', undefined, 401, 401, 403, 201, 403, 201],
  'apis.deployments.diff': ['/api/apis/a-x/deployments/a-d/_diff/a-d', undefined, 401, 401, 200, 200, 403, 200],
  'apis.deployments.export': ['/api/apis/deployments.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'apis.deployments.import': ['/api/apis/deployments.ndjson', lines(deployment), 401, 401, 403, 200, 200, 200],
  'apis.draft.get': ['/api/apis/a-x/draft', undefined, 401, 401, 200, 200, 403, 200],
  'apis.draft.replace': ['/api/apis/a-x/draft', api, 401, 401, 403, 200, 403, 200],
  'apis.draft.patch': ['/api/apis/a-x/draft', { description: 'other' }, 401, 401, 403, 200, 403, 200],
  'apis.draft.delete': ['/api/apis/a-x/draft', undefined, 401, 401, 403, 200, 403, 200],
  'apis.draft.diff': ['/api/apis/a-x/draft/_diff', undefined, 401, 401, 200, 200, 403, 200],
  'apis.draft.routes': ['/api/apis/a-x/draft/routes', undefined, 401, 401, 200, 200, 403, 200],
  'apis.draft.export': ['/api/apis/drafts.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'apis.draft.import': ['/api/apis/drafts.ndjson', lines({ api, base: {} }), 401, 401, 403, 200, 200, 200],
  'backends.list': ['/api/backends', undefined, 401, 401, 200, 200, 200, 200],
  'backends.create': ['/api/backends', { id: 'a-new' }, 401, 401, 403, 201, 403, 201],
  'backends.get': ['/api/backends/a-x', undefined, 401, 401, 200, 200, 403, 200],
  'backends.replace': ['/api/backends/a-x', { id: 'a-x' }, 401, 401, 403, 200, 403, 200],
  'backends.patch': ['/api/backends/a-x', { name: 'other' }, 401, 401, 403, 200, 403, 200],
  'backends.delete': ['/api/backends/a-x', undefined, 401, 401, 403, 200, 403, 200],
  'backends.count': ['/api/counts/backends', undefined, 401, 401, 200, 200, 200, 200],
  'backends.export': ['/api/backends.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'backends.import': ['/api/backends.ndjson', lines({ id: 'a-x' }), 401, 401, 403, 200, 200, 200],
  routes: ['/api/routes', undefined, 401, 401, 200, 200, 200, 200],
  'gateway.list': ['/api/gateway', undefined, 401, 401, 200, 200, 200, 200],
  'gateway.outcomes': ['/api/gateway/outcomes', undefined, 401, 401, 200, 200, 200, 200],
  'gateway.backends': ['/api/gateway/backends', undefined, 401, 401, 200, 200, 200, 200],
  'gateway.traffic': ['/api/gateway/traffic?api=a-y', undefined, 401, 401, 200, 200, 403, 200],
  'gateway.usage': ['/api/gateway/usage', undefined, 401, 401, 200, 200, 200, 200],
  'gateway.exportUsage': ['/api/gateway/usage.ndjson?api=a-y', undefined, 401, 401, 200, 200, 403, 200],
  'gateway.explain': ['/api/gateway/_explain', { url: '/' }, 401, 401, 409, 409, 409, 409],
  'gateway.tail': ['/api/gateway/tail?api=a-y', undefined, 401, 401, 200, 200, 403, 200],
  'gateway.captures': ['/api/gateway/captures?api=a-x', undefined, 401, 401, 403, 200, 403, 200],
  'gateway.decision': ['/api/gateway/decisions/unknown', undefined, 401, 401, 404, 404, 404, 404],
  'gateway.snapshot': ['/api/gateway/snapshot', undefined, 401, 401, 403, 403, 403, 403],
  'gateway.changes': ['/api/gateway/changes?after=0', undefined, 401, 401, 403, 403, 403, 403],
  'gateway.report': ['/api/gateway/reports', {}, 401, 401, 403, 403, 403, 403],
  'gatewayKeys.list': ['/api/gateway/keys', undefined, 401, 401, 403, 403, 403, 200],
  'gatewayKeys.create': ['/api/gateway/keys', { id: 'new' }, 401, 401, 403, 403, 403, 201],
  'gatewayKeys.get': ['/api/gateway/keys/edge', undefined, 401, 401, 403, 403, 403, 200],
  'gatewayKeys.delete': ['/api/gateway/keys/edge', undefined, 401, 401, 403, 403, 403, 200],
  'gatewayKeys.export': ['/api/gateway/keys.ndjson', undefined, 401, 401, 403, 403, 403, 200],
  'gatewayKeys.import': ['/api/gateway/keys.ndjson', '', 401, 401, 403, 403, 403, 200],
  'apis.impact': ['/api/apis/a-y/plans/p/_impact?status=closed', undefined, 401, 401, 200, 200, 403, 200],
  'subscriptions.list': ['/api/api-subscriptions', undefined, 401, 401, 200, 200, 200, 200],
  'subscriptions.create': ['/api/api-subscriptions', free, 401, 401, 403, 201, 403, 201],
  'subscriptions.get': ['/api/api-subscriptions/a-s', undefined, 401, 401, 200, 200, 403, 200],
  'subscriptions.replace': ['/api/api-subscriptions/a-s', subscription, 401, 401, 403, 200, 403, 200],
  'subscriptions.patch': ['/api/api-subscriptions/a-s', { name: 'other' }, 401, 401, 403, 200, 403, 200],
  'subscriptions.delete': ['/api/api-subscriptions/a-s', undefined, 401, 401, 403, 200, 403, 200],
  'subscriptions.count': ['/api/counts/subscriptions', undefined, 401, 401, 200, 200, 200, 200],
  'subscriptions.export': ['/api/api-subscriptions.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'subscriptions.import': ['/api/api-subscriptions.ndjson', lines(subscription), 401, 401, 403, 200, 200, 200],
  'subscriptions.pause': ['/api/api-subscriptions/a-s/_pause', undefined, 401, 401, 403, 200, 403, 200],
  'subscriptions.resume': ['/api/api-subscriptions/a-s/_resume', undefined, 401, 401, 403, 200, 403, 200],
  'subscriptions.close': ['/api/api-subscriptions/a-s/_close', undefined, 401, 401, 403, 200, 403, 200],
  'subscriptions.approve': ['/api/api-subscriptions/a-w/_approve', undefined, 401, 401, 403, 200, 403, 200],
  'subscriptions.refuse': ['/api/api-subscriptions/a-w/_refuse?reason=no', undefined, 401, 401, 403, 200, 403, 200],
  'subscriptions.rotate': ['/api/api-subscriptions/a-s/_rotate', {}, 401, 401, 403, 200, 403, 200],
  'subscriptions.usage': ['/api/api-subscriptions/a-s/usage', undefined, 401, 401, 200, 200, 403, 200],
  'subscriptions.credentials': ['/api/api-subscriptions/a-s/credentials', undefined, 401, 401, 200, 200, 403, 200],
  'credentials.list': ['/api/credentials', undefined, 401, 401, 403, 403, 403, 200],
  'credentials.get': ['/api/credentials/a-c', undefined, 401, 401, 403, 403, 403, 200],
  'credentials.replace': ['/api/credentials/a-c', {}, 401, 401, 403, 403, 403, 200],
  'credentials.patch': ['/api/credentials/a-c', { enabled: false }, 401, 401, 403, 403, 403, 200],
  'credentials.delete': ['/api/credentials/a-c', undefined, 401, 401, 403, 403, 403, 200],
  'credentials.count': ['/api/counts/credentials', undefined, 401, 401, 403, 403, 403, 200],
  'credentials.export': ['/api/credentials.ndjson', undefined, 401, 401, 403, 403, 403, 200],
  'credentials.import': ['/api/credentials.ndjson', '', 401, 401, 403, 403, 403, 200],
  'credentials.rotate': [
    '/api/credentials/_rotate',
    { clientId: 'a-c', clientSecret: held },
    200,
    200,
    200,
    200,
    200,
    200,
  ],
  'developers.list': ['/api/developers', undefined, 401, 401, 200, 200, 200, 200],
  'developers.create': ['/api/developers', { ...developer, id: 'a-new' }, 401, 401, 403, 201, 403, 201],
  'developers.get': ['/api/developers/a-x', undefined, 401, 401, 200, 200, 403, 200],
  'developers.replace': ['/api/developers/a-x', developer, 401, 401, 403, 200, 403, 200],
  'developers.patch': ['/api/developers/a-x', patch, 401, 401, 403, 200, 403, 200],
  'developers.delete': ['/api/developers/a-x', undefined, 401, 401, 403, 200, 403, 200],
  'developers.count': ['/api/counts/developers', undefined, 401, 401, 200, 200, 200, 200],
  'developers.export': ['/api/developers.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'developers.import': ['/api/developers.ndjson', lines(developer), 401, 401, 403, 200, 200, 200],
  'developers.invite': ['/api/developers/_invite', { application: 'a-x' }, 401, 401, 403, 201, 403, 201],
  'developers.reset': ['/api/developers/a-x/_reset', undefined, 401, 401, 403, 201, 403, 201],
  'applications.list': ['/api/applications', undefined, 401, 401, 200, 200, 200, 200],
  'applications.create': ['/api/applications', { ...developer, id: 'a-new' }, 401, 401, 403, 201, 403, 201],
  'applications.get': ['/api/applications/a-x', undefined, 401, 401, 200, 200, 403, 200],
  'applications.replace': ['/api/applications/a-x', developer, 401, 401, 403, 200, 403, 200],
  'applications.patch': ['/api/applications/a-x', patch, 401, 401, 403, 200, 403, 200],
  'applications.delete': ['/api/applications/a-x', undefined, 401, 401, 403, 200, 403, 200],
  'applications.count': ['/api/counts/applications', undefined, 401, 401, 200, 200, 200, 200],
  'applications.export': ['/api/applications.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'applications.import': ['/api/applications.ndjson', lines(developer), 401, 401, 403, 200, 200, 200],
  'workflows.list': ['/api/workflows', undefined, 401, 401, 200, 200, 200, 200],
  'workflows.create': ['/api/workflows', { ...workflow, id: 'a-new' }, 401, 401, 403, 403, 403, 201],
  'workflows.get': ['/api/workflows/a-x', undefined, 401, 401, 200, 200, 403, 200],
  'workflows.replace': ['/api/workflows/a-x', workflow, 401, 401, 403, 403, 403, 200],
  'workflows.patch': ['/api/workflows/a-x', { name: 'other' }, 401, 401, 403, 403, 403, 200],
  'workflows.delete': ['/api/workflows/a-x', undefined, 401, 401, 403, 403, 403, 200],
  'workflows.count': ['/api/counts/workflows', undefined, 401, 401, 200, 200, 200, 200],
  'workflows.export': ['/api/workflows.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'workflows.import': ['/api/workflows.ndjson', lines(workflow), 401, 401, 403, 403, 403, 200],
  'workflows.run': ['/api/workflows/a-x/_run', {}, 401, 401, 200, 200, 403, 200],
  'workflows.runs': ['/api/workflows/a-x/runs', undefined, 401, 401, 200, 200, 403, 200],
  'workflows.store.export': ['/api/workflows/store.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'workflows.store.import': [
    '/api/workflows/store.ndjson',
    lines({ key: 'a-x', value: 1 }),
    401,
    401,
    403,
    200,
    200,
    200,
  ],
  'workflows.test': ['/api/workflows/_test', { config: workflow.config }, 401, 401, 403, 403, 403, 200],
  'events.stream': ['/api/events', undefined, 401, 401, 200, 200, 200, 200],
  'events.streamDomain': ['/api/events/Feature', undefined, 401, 401, 200, 200, 200, 200],
  'events.history': ['/api/events/_history', undefined, 401, 401, 200, 200, 200, 200],
  'events.exportHistory': ['/api/events/_history.ndjson', undefined, 401, 401, 200, 200, 200, 200],
  'sinks.list': ['/api/sinks', undefined, 401, 401, 403, 403, 403, 200],
  'sinks.resync': ['/api/sinks/audit/_resync', undefined, 401, 401, 403, 403, 403, 200],
  commit: ['/api/_commit', { changes: [] }, 401, 401, 200, 200, 200, 200],
  search: ['/api/_search', undefined, 401, 401, 200, 200, 200, 200],
  health: ['/api/_health', undefined, 200, 200, 200, 200, 200, 200],
  liveness: ['/api/_live', undefined, 200, 200, 200, 200, 200, 200],
  readiness: ['/api/_ready', undefined, 200, 200, 200, 200, 200, 200],
  about: ['/api/_about', undefined, 401, 401, 403, 403, 403, 200],
}

/** An API in staging that accepts subscriptions because testing is enabled. */
const subscribable: GatewayApi = {
  id: 'a-y',
  name: 'y',
  testing: { enabled: true },
  documentation: {
    plans: [
      { id: 'p', status: 'published', access_mode_configuration_type: 'apikey' },
      { id: 'free', status: 'published', access_mode_configuration_type: 'keyless' },
    ],
  },
}

/** A secret in its stored form: HMAC-SHA-256 under a salt. */
async function hashed(secret: string): Promise<string> {
  const salt = '0'.repeat(32)
  const text = new TextEncoder()
  const hash = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', text.encode(salt), hash, false, ['sign'])
  const mac = new Uint8Array(await crypto.subtle.sign('HMAC', key, text.encode(secret)))
  return `hmac-sha256$${salt}$${Buffer.from(mac).toString('hex')}`
}

const fetch = async () => new Response(null, { status: 204 })

/** A sink that has everything already. */
const audit = { position: async () => undefined, append: async () => {}, close: async () => {} }

async function seeded(): Promise<Signalbox> {
  const box = createSignalbox({ passwords: plain, fetch, sinks: { audit } })
  await box.features.create({ body: feature })
  await box.segments.create({ body: segment })
  await box.configs.create({ body: config })
  await box.experiments.create({ body: experiment })
  await box.experiments.displayed({ id: 'a:x', clientId: 'bound' })
  await box.scripts.create({ body: script })
  await box.users.create({ body: user })
  await box.webhooks.create({ body: webhook })
  await box.apiKeys.create({ body: key })
  await box.gatewayKeys.create({ body: { id: 'edge' } })
  await box.apiKeys.create({ body: { ...key, clientId: 'admin', admin: true } })
  await box.apiKeys.create({
    body: { ...key, clientId: 'reader', authorizedPatterns: [{ pattern: 'a*', rights: [], domains: ['*'] }] },
  })
  for (const [clientId, pattern] of [
    ['inside', 'a*'],
    ['outside', 'b*'],
  ] as const)
    await box.apiKeys.create({ body: { ...key, clientId, authorizedPatterns: [{ pattern, domains: ['*'] }] } })
  await box.errorTemplates.create({ body: errorTemplate })
  await box.apis.create({ body: api })
  await box.apis.importOpenApi({ id: 'a-imported', body: document })
  await box.apis.deployments.import({ body: [deployment] })
  await box.apis.draft.patch({ id: 'a-x', body: { description: 'drafted' } })
  await box.backends.create({ body: { id: 'a-x' } })
  await box.developers.create({ body: developer })
  await box.applications.create({ body: developer })
  await box.workflows.create({ body: workflow })
  await box.apis.create({ body: subscribable })
  await box.subscriptions.import({ body: [subscription, { ...subscription, id: 'a-w', approval: 'waiting' }] })
  await box.credentials.import({
    body: [{ ...credential, secrets: { current: { hash: await hashed(held), since: 0 } } }],
  })
  return box
}

/** The seeded box that the next call finds, and its door. Calls that change nothing share it. */
let unchanged: Promise<{ readonly box: Signalbox; readonly app: ReturnType<typeof toHono> }> | undefined
const open = () => {
  unchanged ??= seeded().then((box) => ({ box, app: toHono(box) }))
  return unchanged
}

/** Closes the box, so that the next call finds a new one. */
async function discard(): Promise<void> {
  const last = unchanged
  unchanged = undefined
  await (await last)?.box.close()
}

afterAll(discard)

/** The operations that record something although their method is GET. */
const recording = ['experiments.displayed', 'experiments.won']

describe('every operation answers every caller as decided', () => {
  const listed = operations(contract)

  it('has a row for each operation, and no other', () => {
    expect(Object.keys(table).sort()).toEqual(listed.map(({ name }) => name.join('.')).sort())
  })

  it('answers no other status than the OpenAPI document has', () => {
    const { paths } = openApi(slices, { version: '0' }) as {
      paths: Record<string, Record<string, { responses: object }>>
    }
    const others = listed.flatMap(({ name, operation: { method, path } }) => {
      const { responses } = paths[path.replace(/\?.*/, '')]?.[method.toLowerCase()] ?? { responses: {} }
      const [, , ...expected] = table[name.join('.')] ?? ['', undefined]
      return expected.filter((status) => !(status in responses)).map((status) => `${name.join('.')} ${status}`)
    })
    expect(others).toEqual([])
  })

  for (const { name, operation } of listed) {
    const row = table[name.join('.')]
    if (!row) continue
    const [path, body, ...expected] = row
    const type = typeof body === 'string' ? 'application/nd-json' : 'application/json'
    const request = {
      method: operation.method,
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    }

    const isRead = operation.method === 'GET' && !recording.includes(name.join('.'))

    it(name.join('.'), async () => {
      const answered: Record<string, number> = {}
      onTestFailed(discard)
      for (const [caller, credentials] of Object.entries(callers)) {
        const headers = { ...credentials, ...(body !== undefined && { 'Content-Type': type }) }
        const { app } = await open()
        const answer = await app.request(path, { ...request, headers })
        answered[caller] = answer.status
        if (answer.status === 401) expect(await answer.json(), caller).toMatchObject({ code: 'UNAUTHENTICATED' })
        else await answer.body?.cancel()
        if (answer.ok && !isRead) await discard() // the next caller finds what this one found
      }
      expect(answered).toEqual(Object.fromEntries(Object.keys(callers).map((caller, i) => [caller, expected[i]])))
    })
  }
})
