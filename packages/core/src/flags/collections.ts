import type { Standing } from '../machine/records/commit.ts'

const itself = (key: string): string => key
const beforeSlash = (key: string): string => key.slice(0, key.indexOf('/'))

/**
 * All collections that hold no records. Slices declare the others as their kinds. These hold parts of records, with how a key
 * names the record, or bookkeeping. A commit to a collection that is missing here throws.
 */
export const collections = {
  'api-deployments': { of: 'Api', idOf: itself },
  'api-definitions': { of: 'Api', idOf: beforeSlash },
  'api-drafts': { of: 'Api', idOf: itself },

  'api-documents': 'bookkeeping',
  'api-imports': 'bookkeeping',
  'api-plans': 'bookkeeping',
  'commit-answers': 'bookkeeping',
  'consumer-cursors': 'bookkeeping',
  'application-members': 'bookkeeping',
  'developer-emails': 'bookkeeping',
  'developer-gates': 'bookkeeping',
  'developer-sessions': 'bookkeeping',
  'developer-tokens': 'bookkeeping',
  'experiment-answers': 'bookkeeping',
  'experiment-clients': 'bookkeeping',
  'experiment-ends': 'bookkeeping',
  'experiment-erasures': 'bookkeeping',
  'experiment-events': 'bookkeeping',
  'experiment-hours': 'bookkeeping',
  'experiment-layers': 'bookkeeping',
  'experiment-ranges': 'bookkeeping',
  'experiment-tallies': 'bookkeeping',
  'flag-gates': 'bookkeeping',
  'gateway-planes': 'bookkeeping',
  'gateway-quotas': 'bookkeeping',
  'gateway-reporters': 'bookkeeping',
  'gateway-secret': 'bookkeeping',
  'gateway-usage': 'bookkeeping',
  'backend-uses': 'bookkeeping',
  'backend-gates': 'bookkeeping',
  'feature-uses': 'bookkeeping',
  'feature-gates': 'bookkeeping',
  'experiment-uses': 'bookkeeping',
  'experiment-gates': 'bookkeeping',
  'workflow-uses': 'bookkeeping',
  'workflow-gates': 'bookkeeping',
  leases: 'bookkeeping',
  'script-authors': 'bookkeeping',
  'script-marks': 'bookkeeping',
  sessions: 'bookkeeping',
  'signing-keys': 'bookkeeping',
  'sink-marks': 'bookkeeping',
  'sink-snapshots': 'bookkeeping',
  'subscription-endings': 'bookkeeping',
  'subscription-gates': 'bookkeeping',
  'subscription-places': 'bookkeeping',
  'subscription-subjects': 'bookkeeping',
  'targeting-gates': 'bookkeeping',
  'targeting-uses': 'bookkeeping',
  'webhook-cursors': 'bookkeeping',
  'webhook-deliveries': 'bookkeeping',
  'workflow-values': 'bookkeeping',
} as const satisfies Record<string, Standing>
