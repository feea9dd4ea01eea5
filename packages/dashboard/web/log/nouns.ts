import type { Domain } from '@signalbox/core/contract'

/** What a record of each domain is called, and many of them. */
export const nouns = {
  Feature: ['feature', 'features'],
  Segment: ['segment', 'segments'],
  Config: ['config', 'configs'],
  Experiment: ['experiment', 'experiments'],
  Script: ['script', 'scripts'],
  ErrorTemplate: ['error page', 'error pages'],
  Api: ['API', 'APIs'],
  Backend: ['backend', 'backends'],
  Subscription: ['subscription', 'subscriptions'],
  Credential: ['credential', 'credentials'],
  Workflow: ['workflow', 'workflows'],
  ApiKey: ['API key', 'API keys'],
  User: ['user', 'users'],
  GatewayKey: ['gateway key', 'gateway keys'],
  Webhook: ['webhook', 'webhooks'],
} as const satisfies Record<Domain, readonly [one: string, many: string]>

/** What a record of a domain is called; the name of the domain itself for those of later versions. */
export const nounOf = (domain: string): string => (Object.hasOwn(nouns, domain) ? nouns[domain as Domain][0] : domain)
