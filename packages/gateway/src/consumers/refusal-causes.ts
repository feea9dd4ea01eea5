import type { CauseId, RefusalReason } from '@signalbox/core/gateway'

/** The causes of refused credentials. Wrong secrets and unknown client ids cannot be told apart. */
export const refusalCauses = {
  unknown: 'errors.credentials.invalid',
  'wrong-secret': 'errors.credentials.invalid',
  'past-grace': 'errors.credentials.expired',
  expired: 'errors.credentials.expired',
  revoked: 'errors.credentials.revoked',
  paused: 'errors.subscription.paused',
  closed: 'errors.subscription.closed',
  'api-disabled': 'errors.consumer.forbidden',
  'api-removed': 'errors.consumer.forbidden',
  'api-staging': 'errors.consumer.forbidden',
} as const satisfies Record<RefusalReason, CauseId>
