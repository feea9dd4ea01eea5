import { apiKeySchema, segmentSchema } from '../access/api-key.ts'
import { userSchema } from '../access/user.ts'
import { configSchema } from '../configs/config.ts'
import { errorTemplateSchema } from '../error-pages/error-template.ts'
import { changeEventSchema } from '../events/event.ts'
import { experimentSchema } from '../experiments/experiment.ts'
import { featureSchema } from '../features/feature.ts'
import { restrictionsSchema } from '../gateway/access-modes.ts'
import { apiDefinitionSchema, apiIdSchema, apiSchema, deploymentSchema } from '../gateway/api.ts'
import {
  apiBackendClientSchema,
  apiBackendSchema,
  backendSchema,
  backendSettings,
  targetSchema,
  tlsSchema,
} from '../gateway/backend.ts'
import { compiledBackendSchema, compiledRouteSchema } from '../gateway/compile/compiled-route.ts'
import { documentationSchema } from '../gateway/documentation.ts'
import { apiFlowSchema } from '../gateway/flow.ts'
import { planSchema } from '../gateway/plan.ts'
import { apiRouteSchema } from '../gateway/route.ts'
import { anyPatch, importResult, jsonPatchOperation } from '../records/contract.ts'
import { keySchema } from '../records/key.ts'
import type { TSchema } from '../schema.ts'
import { patterns } from '../schema.ts'
import { scriptSchema } from '../scripts/script.ts'
import { credentialSchema } from '../subscriptions/credential.ts'
import { subscriptionSchema } from '../subscriptions/subscription.ts'
import { webhookSchema } from '../webhooks/webhook.ts'
import { workflowSchema } from '../workflows/workflow.ts'

/** The schemas that have a name of their own in documents. */
export const named = {
  Key: keySchema,
  Segment: segmentSchema,
  Patterns: patterns,
  Feature: featureSchema,
  Config: configSchema,
  Experiment: experimentSchema,
  Script: scriptSchema,
  ApiKey: apiKeySchema,
  User: userSchema,
  Webhook: webhookSchema,
  ApiId: apiIdSchema,
  Api: apiSchema,
  ApiDefinition: apiDefinitionSchema,
  ApiRoute: apiRouteSchema,
  ApiBackend: apiBackendSchema,
  ApiBackendClient: apiBackendClientSchema,
  BackendSettings: backendSettings,
  Target: targetSchema,
  TlsSettings: tlsSchema,
  ApiFlow: apiFlowSchema,
  ApiDocumentation: documentationSchema,
  Plan: planSchema,
  Restrictions: restrictionsSchema,
  ApiDeployment: deploymentSchema,
  Backend: backendSchema,
  CompiledRoute: compiledRouteSchema,
  CompiledBackend: compiledBackendSchema,
  ErrorTemplate: errorTemplateSchema,
  Subscription: subscriptionSchema,
  Credential: credentialSchema,
  Workflow: workflowSchema,
  ChangeEvent: changeEventSchema,
  Patch: anyPatch,
  JsonPatchOperation: jsonPatchOperation,
  ImportResult: importResult,
} as const satisfies Readonly<Record<string, TSchema>>
