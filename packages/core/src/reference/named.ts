import { apiKeySchema, segmentSchema } from '../access/api-key.ts'
import { userSchema } from '../access/user.ts'
import { configSchema } from '../configs/config.ts'
import { errorTemplateSchema } from '../error-pages/error-template.ts'
import { changeEventSchema } from '../events/event.ts'
import { experimentSchema } from '../experiments/experiment.ts'
import { featureSchema } from '../features/feature.ts'
import { restrictionsSchema } from '../gateway/access-modes.ts'
import { apiDefinitionSchema, apiIdSchema, apiSchema, apis, deploymentSchema } from '../gateway/api.ts'
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
import { credentialSchema, credentials } from '../subscriptions/credential.ts'
import { subscriptionSchema, subscriptions } from '../subscriptions/subscription.ts'
import { webhookSchema, webhooks } from '../webhooks/webhook.ts'
import { workflowSchema } from '../workflows/workflow.ts'

/** What nd-json carries of a kind whose lines are more than its records. */
function lineOf<L extends TSchema>({ lines }: { readonly lines?: L }): L {
  return lines as L
}

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
  WebhookLine: lineOf(webhooks),
  ApiId: apiIdSchema,
  Api: apiSchema,
  ApiDefinition: apiDefinitionSchema,
  ApiLine: lineOf(apis),
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
  SubscriptionLine: lineOf(subscriptions),
  Credential: credentialSchema,
  CredentialLine: lineOf(credentials),
  Workflow: workflowSchema,
  ChangeEvent: changeEventSchema,
  Patch: anyPatch,
  JsonPatchOperation: jsonPatchOperation,
  ImportResult: importResult,
} as const satisfies Readonly<Record<string, TSchema>>
