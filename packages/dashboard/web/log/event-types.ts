import type { EventType } from '@signalbox/core/contract'
import { changeTypes } from './change-types.ts'

/** Every type of event: the changes, and what clients of experiments cause. */
export const everyEventType: readonly EventType[] = [
  ...changeTypes,
  'VARIANT_BINDING_CREATED',
  'EXPERIMENT_VARIANT_EVENT_CREATED',
]
