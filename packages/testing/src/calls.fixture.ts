import fc from 'fast-check'
import { apiKeyLine, maybeApiKey, maybeUser, password, userLine } from './access.fixture.ts'
import {
  context,
  goodId,
  json,
  maybeConfig,
  maybeFeature,
  maybeId,
  maybeSegment,
  pattern,
} from './arbitraries.fixture.ts'
import { maybeApplication, maybeDeveloper } from './developers.fixture.ts'
import { errorCase, maybeErrorTemplate } from './error-templates.fixture.ts'
import { binding, client, maybeExperiment, maybeScript, phases, source, variantEvent } from './experiments.fixture.ts'
import {
  apiMerge,
  gatewayId,
  maybeApi,
  maybeBackend,
  maybeDeployment,
  maybeDraft,
  maybeOpenApi,
} from './gateway.fixture.ts'
import { gatewayInputs, optional, page, patch, recordInputs, upload } from './record-inputs.fixture.ts'
import {
  credentialMerge,
  heldSecret,
  maybeCredential,
  maybeSubscription,
  subscriptionMerge,
  subscriptionSelection,
} from './subscriptions.fixture.ts'
import { maybeWebhook } from './webhooks.fixture.ts'
import { maybeWorkflow, workflowRun, workflowTest } from './workflows.fixture.ts'

/** One call of one operation. */
export interface ApiCall {
  readonly name: string
  readonly input: Record<string, unknown>
  /** The entity tag that guards the call: none, the current one of the record, or an outdated one. */
  readonly guard: 'none' | 'fresh' | 'stale'
}

/** A client id that URL paths can contain. */
const clientInPath = client.filter((id) => !['', '.', '..'].includes(id))
const sha256 = fc.constantFrom('0'.repeat(64), 'x')
const deploymentId = fc.constantFrom('d', 'e')
const reason = fc.constantFrom('late', '')
const planStatus = fc.constantFrom('staging', 'published', 'deprecated', 'closed', 'other')

/** Credentials are not created by callers. */
const { 'credentials.create': _create, ...credentialInputs } = {
  ...gatewayInputs('credentials', maybeCredential),
  'credentials.list': optional({ pattern, ...page }),
  'credentials.patch': fc.record({ id: gatewayId, body: fc.oneof(credentialMerge, patch) }),
  'credentials.rotate': fc.record({ body: fc.record({ clientId: gatewayId, clientSecret: heldSecret }) }),
} as Record<string, fc.Arbitrary<object>>

/** Gateway keys are created and deleted, never changed. */
const gatewayKeyInputs = {
  'gatewayKeys.list': optional({ pattern, ...page }),
  'gatewayKeys.create': fc.record({
    body: optional({ id: maybeId, name: fc.constantFrom('Edge', 7), key: fc.constant('x') }),
  }),
  'gatewayKeys.get': fc.record({ id: maybeId }),
  'gatewayKeys.delete': fc.record({ id: maybeId }),
  'gatewayKeys.export': optional({ pattern }),
  'gatewayKeys.import': fc.record({
    body: upload(
      optional({ id: maybeId, keyHash: fc.constantFrom(`hmac-sha256$${'0'.repeat(32)}$${'1'.repeat(64)}`, 'x') }),
    ),
  }),
}

const usageSelection = {
  from: fc.constantFrom('2026-01-01', '2026-01-01T10:00Z', 'today'),
  by: fc.constantFrom('hour', 'day', 'week'),
}

const active = fc.boolean()
const explain = fc.boolean()
const force = fc.boolean()
const clientRecord = fc.record(
  {
    kind: fc.constantFrom('bound', 'displayed', 'won', 'lost'),
    experiment: maybeId,
    clientId: client,
    context: fc.oneof(context as fc.Arbitrary<unknown>, json),
    idempotencyKey: fc.constantFrom('one', 'other', ''),
  },
  { requiredKeys: ['kind', 'experiment', 'clientId'] },
)

const ofClient = fc.record({ id: maybeId, clientId: client })
const body = fc.oneof({ arbitrary: context as fc.Arbitrary<unknown>, weight: 9 }, json)
const inContext = fc.record({ id: maybeId, clientId: client, body }, { requiredKeys: ['id', 'clientId'] })
const ofrepBody = optional({
  context: fc.oneof(
    { arbitrary: body, weight: 3 },
    optional({ targetingKey: fc.oneof(client, fc.integer(), json), id: client }),
  ),
})

/** The inputs of every operation, except for event streams, which do not end. */
const inputs: Record<string, fc.Arbitrary<object>> = {
  ...recordInputs('features', maybeFeature),
  'features.replace': fc.record({ id: maybeId, body: maybeFeature, force }, { requiredKeys: ['id', 'body'] }),
  'features.patch': fc.record({ id: maybeId, body: patch, force }, { requiredKeys: ['id', 'body'] }),
  'features.delete': fc.record({ id: maybeId, force }, { requiredKeys: ['id'] }),
  'features.deleteMany': fc.record({ pattern, force }, { requiredKeys: ['pattern'] }),
  ...recordInputs('segments', maybeSegment),
  'segments.replace': fc.record({ id: maybeId, body: maybeSegment, force }, { requiredKeys: ['id', 'body'] }),
  'segments.patch': fc.record({ id: maybeId, body: patch, force }, { requiredKeys: ['id', 'body'] }),
  'segments.delete': fc.record({ id: maybeId, force }, { requiredKeys: ['id'] }),
  'segments.deleteMany': fc.record({ pattern, force }, { requiredKeys: ['pattern'] }),
  'segments.test': fc.record({ id: maybeId, body: context }),
  lint: fc.constant({}),
  'segments.tree': optional({ pattern }),
  ...recordInputs('configs', maybeConfig),
  ...recordInputs('experiments', maybeExperiment),
  ...recordInputs('scripts', maybeScript),
  ...recordInputs('apiKeys', maybeApiKey, apiKeyLine),
  ...recordInputs('users', maybeUser, userLine),
  ...gatewayKeyInputs,
  ...recordInputs('webhooks', maybeWebhook),
  'webhooks.deliveries': fc.record({ id: maybeId }),
  'webhooks.test': fc.record({ id: maybeId }),
  ...gatewayInputs('apis', maybeApi),
  ...gatewayInputs('backends', maybeBackend),
  ...gatewayInputs('workflows', maybeWorkflow),
  'workflows.run': fc.record({ id: gatewayId, body: workflowRun }, { requiredKeys: ['id'] }),
  'workflows.runs': fc.record({ id: gatewayId }),
  'workflows.test': fc.record({ body: workflowTest }),
  'workflows.store.export': optional({ pattern }),
  'workflows.store.import': fc.record({ body: upload(fc.record({ key: maybeId, value: json })) }),
  ...gatewayInputs('errorTemplates', maybeErrorTemplate, maybeId),
  'apis.duplicate': fc.record({
    id: gatewayId,
    body: optional({ id: gatewayId, name: fc.constant('copy'), context_path: fc.constantFrom('/copy', 'copy') }),
  }),
  'apis.importOpenApi': fc.record(
    {
      body: maybeOpenApi,
      id: gatewayId,
      into: gatewayId,
      domain: fc.constant('api.tld'),
      context_path: fc.constantFrom('/v1', 'v1'),
      dryRun: fc.boolean(),
    },
    { requiredKeys: ['body'] },
  ),
  'apis.document': fc.record({ id: gatewayId, sha256 }),
  'apis.documentation.refresh': fc.record({ id: gatewayId }),
  'apis.documents.export': optional({ pattern }),
  'apis.documents.import': fc.record({
    body: upload(
      fc.record(
        { apiRef: gatewayId, sha256, document: json, base: fc.oneof(maybeApi, json) },
        { requiredKeys: ['apiRef'] },
      ),
    ),
  }),
  'apis.plugins': fc.constant({}),
  'apis.routes': fc.record({ id: gatewayId }),
  routes: fc.constant({}),
  'gateway.list': fc.constant({}),
  'gateway.snapshot': fc.constant({}),
  'gateway.report': fc.record({ body: json }),
  'gateway.backends': fc.constant({}),
  'gateway.outcomes': fc.record({ api: fc.constant('shop'), minutes: fc.boolean() }, { requiredKeys: [] }),
  'gateway.traffic': optional({ api: gatewayId }),
  'gateway.usage': optional({ api: gatewayId, ...usageSelection, ...page }),
  'gateway.exportUsage': optional({ api: gatewayId, ...usageSelection }),
  'gateway.explain': fc.record({ body: fc.record({ url: fc.constantFrom('/a', 'https://a.tld/b', '') }) }),
  'gateway.captures': fc.record({ api: gatewayId }),
  'gateway.decision': fc.record({ requestId: fc.constantFrom('none', 'r-1') }),
  'apis.lint': fc.record({ id: gatewayId }),
  'apis.delete': fc.record({ id: gatewayId, force }, { requiredKeys: ['id'] }),
  'apis.impact': fc.record({ id: gatewayId, planId: gatewayId, status: planStatus }),
  ...gatewayInputs('subscriptions', maybeSubscription),
  'subscriptions.list': optional({ pattern, ...page, ...subscriptionSelection }),
  'subscriptions.patch': fc.record({ id: gatewayId, body: fc.oneof(subscriptionMerge, patch) }),
  'subscriptions.pause': fc.record({ id: gatewayId, reason }, { requiredKeys: ['id'] }),
  'subscriptions.resume': fc.record({ id: gatewayId, reason }, { requiredKeys: ['id'] }),
  'subscriptions.close': fc.record({ id: gatewayId, reason }, { requiredKeys: ['id'] }),
  'subscriptions.approve': fc.record({ id: gatewayId, reason }, { requiredKeys: ['id'] }),
  'subscriptions.refuse': fc.record({ id: gatewayId, reason }, { requiredKeys: ['id'] }),
  'subscriptions.rotate': fc.record({ id: gatewayId, body: optional({ clientId: gatewayId }) }),
  'subscriptions.usage': fc.record({ id: gatewayId, ...usageSelection }, { requiredKeys: ['id'] }),
  'subscriptions.credentials': fc.record({ id: gatewayId }),
  ...credentialInputs,
  ...gatewayInputs('developers', maybeDeveloper),
  ...gatewayInputs('applications', maybeApplication),
  'applications.delete': fc.record({ id: gatewayId, force }, { requiredKeys: ['id'] }),
  'developers.invite': fc.record({ body: optional({ application: gatewayId, role: fc.constantFrom('owner', 'x') }) }),
  'developers.reset': fc.record({ id: gatewayId }),
  'apis.deployments.list': fc.record({ id: gatewayId }),
  'apis.deployments.create': fc.record(
    { id: gatewayId, body: optional({ owner: fc.constant('ann'), version: fc.constantFrom('3', '') }), force },
    { requiredKeys: ['id', 'body'] },
  ),
  'apis.deployments.get': fc.record({ id: gatewayId, deploymentId }),
  'apis.deployments.restore': fc.record({ id: gatewayId, deploymentId }),
  'apis.deployments.diff': fc.record({ id: gatewayId, a: deploymentId, b: deploymentId }),
  'apis.deployments.export': optional({ pattern }),
  'apis.deployments.import': fc.record({ body: upload(maybeDeployment) }),
  'apis.draft.get': fc.record({ id: gatewayId }),
  'apis.draft.replace': fc.record({ id: gatewayId, body: maybeApi }),
  'apis.draft.patch': fc.record({ id: gatewayId, body: fc.oneof(apiMerge, patch) }),
  'apis.draft.delete': fc.record({ id: gatewayId }),
  'apis.draft.diff': fc.record({ id: gatewayId }),
  'apis.draft.routes': fc.record({ id: gatewayId }),
  'apis.draft.export': optional({ pattern }),
  'apis.draft.import': fc.record({ body: upload(maybeDraft) }),
  'features.list': optional({ pattern, ...page, active }),
  'features.check': fc.record({ id: maybeId, explain }, { requiredKeys: ['id'] }),
  'features.checkWith': fc.record({ id: maybeId, body, explain }, { requiredKeys: ['id'] }),
  'features.checkMany': fc.record({ pattern, ...page, body }, { requiredKeys: ['body'] }),
  'features.tree': optional({ pattern }),
  'features.treeWith': fc.record({ pattern, body }, { requiredKeys: [] }),
  'features.nested': optional({ pattern, active }),
  'features.askers': fc.record({ id: maybeId }),
  'features.copy': fc.record({ body: fc.oneof(fc.record({ from: goodId, to: goodId, default: fc.boolean() }), json) }),
  'features.patchMany': fc.record({
    body: fc.record(
      { pattern, ids: fc.array(maybeId, { maxLength: 3 }), patch, dryRun: fc.boolean(), examples: fc.nat(3) },
      { requiredKeys: ['patch'] },
    ),
    force,
  }),
  'ofrep.evaluate': fc.record({
    key: maybeId,
    body: fc.oneof({ arbitrary: ofrepBody as fc.Arbitrary<unknown>, weight: 4 }, json),
  }),
  'ofrep.evaluateAll': fc.record({
    body: fc.oneof({ arbitrary: ofrepBody as fc.Arbitrary<unknown>, weight: 4 }, json),
  }),
  'configs.tree': optional({ pattern }),
  'configs.evaluate': fc.record({ id: maybeId, body }, { requiredKeys: ['id'] }),
  'configs.evaluateAll': fc.record({ pattern, body }, { requiredKeys: [] }),
  'experiments.replace': fc.record({ id: maybeId, body: maybeExperiment, force }, { requiredKeys: ['id', 'body'] }),
  'experiments.patch': fc.record({ id: maybeId, body: patch, force }, { requiredKeys: ['id', 'body'] }),
  'experiments.displayed': inContext,
  'experiments.won': inContext,
  'experiments.record': fc.record({ body: fc.record({ records: fc.array(clientRecord, { maxLength: 4 }) }) }),
  'experiments.variant': ofClient,
  'experiments.bindVariant': inContext,
  'experiments.tree': fc.record({ pattern, clientId: client }, { requiredKeys: ['clientId'] }),
  'experiments.treeWith': fc.record({ pattern, clientId: client, body }, { requiredKeys: ['clientId'] }),
  'experiments.results': fc.record({ id: maybeId }),
  'experiments.summary': optional({ pattern, ...page }),
  'experiments.exportBindings': optional({ pattern }),
  'experiments.importBindings': fc.record({ body: upload(binding) }),
  'experiments.exportEvents': optional({ pattern }),
  'experiments.importEvents': fc.record({ body: upload(variantEvent) }),
  'experiments.exportPhases': optional({ pattern }),
  'experiments.importPhases': fc.record({ body: upload(phases) }),
  'experiments.client': fc.record({ clientId: clientInPath }),
  'experiments.eraseClient': fc.record({ id: maybeId, clientId: clientInPath }),
  'experiments.eraseClientFromAll': fc.record({ clientId: clientInPath }),
  'traces.erase': fc.record({ id: maybeId }),
  'scripts.debug': fc.record({ body: fc.oneof(fc.record({ context: body, script: source }), json) }),
  login: fc.record({ body: fc.oneof({ arbitrary: fc.record({ userId: goodId, password }), weight: 4 }, json) }),
  logout: fc.constant({}),
  me: fc.constant({}),
  changePassword: fc.record({ body: fc.oneof(fc.record({ currentPassword: password, newPassword: password }), json) }),
  'errorTemplates.render': fc.record({ id: maybeId, body: fc.oneof(errorCase, json) }),
  'events.history': optional({
    domains: fc.constantFrom('Feature', 'Config,Experiment', 'Weather'),
    types: fc.constantFrom('FEATURE_CREATED', 'CONFIG_DELETED,CONFIG_UPDATED', 'RAIN'),
    pattern,
    key: maybeId,
    limit: fc.constantFrom(0, 1, 50, 1001),
  }),
  'events.exportHistory': optional({
    domains: fc.constantFrom('Feature', 'Config,Experiment', 'Weather'),
    pattern,
    since: fc.constantFrom('2026-01-01', '2026-01-01T00:00:00Z', 'yesterday'),
    until: fc.constantFrom('2025-01-01', '2026-01-01T00:00:01.5+02:00', '2027-01-01'),
    after: fc.constantFrom(-1, 0, Number.MAX_SAFE_INTEGER),
  }),
  commit: fc.record({
    dryRun: fc.boolean(),
    body: fc.record({
      changes: fc.array(
        fc.oneof(
          fc.record({ op: fc.constant('put'), kind: fc.constant('features'), record: maybeFeature }),
          fc.record({ op: fc.constant('put'), kind: fc.constant('segments'), record: maybeSegment }),
          fc.record({ op: fc.constant('delete'), kind: fc.constantFrom('features', 'segments', 'x'), id: maybeId }),
        ),
        { maxLength: 4 },
      ),
    }),
  }),
  search: optional({ pattern, limit: fc.constantFrom(0, 1, 50, 51) }),
  health: fc.constant({}),
  liveness: fc.constant({}),
  readiness: fc.constant({}),
  about: fc.constant({}),
  'sinks.list': fc.constant({}),
  'sinks.resync': fc.record({ id: goodId }),
}

/** The names of all operations that `call` covers. */
export const calledNames = Object.keys(inputs)

/** A call of any operation, valid or invalid. */
export const call: fc.Arbitrary<ApiCall> = fc.oneof(
  ...Object.entries(inputs).map(([name, input]) =>
    fc.record({
      name: fc.constant(name),
      input: input as fc.Arbitrary<Record<string, unknown>>,
      guard: fc.constantFrom('none' as const, 'none' as const, 'fresh' as const, 'stale' as const),
    }),
  ),
)
