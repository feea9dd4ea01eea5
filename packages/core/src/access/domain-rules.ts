import type { Right } from '../machine/callers/rights.ts'

/**
 * The domains that grants without `domains` cover. Kinds of records declare it (`isGrantedByDefault`); this table is for
 * browsers, which load no kinds.
 */
export const defaultDomains: readonly string[] = ['Feature', 'Segment', 'Config', 'Experiment', 'Script']

/** The rights that only admins have, by domain: no grant gives them. Kinds of records declare it (`access`). */
export const adminRights: Readonly<Record<string, readonly Right[]>> = {
  Script: ['C', 'U', 'D'],
  Credential: ['C', 'R', 'U', 'D'],
  Workflow: ['C', 'U', 'D'],
  ApiKey: ['C', 'R', 'U', 'D'],
  User: ['C', 'R', 'U', 'D'],
  GatewayKey: ['C', 'R', 'U', 'D'],
  Webhook: ['C', 'R', 'U', 'D'],
}
