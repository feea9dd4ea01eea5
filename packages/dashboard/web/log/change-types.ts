import type { EventType } from '@signalbox/core/contract'
import { domains } from './domains.ts'

const endings = ['_CREATED', '_UPDATED', '_DELETED', 'S_DELETED'] as const

/** Every type of event. */
export const everyEventType = domains.flatMap(({ prefix, sentences = {} }) => [
  ...endings.map((ending) => `${prefix}${ending}`),
  ...Object.keys(sentences),
]) as readonly EventType[]

/** What clients of experiments cause with each binding and each display: it would flood the page of a busy service. */
const causedByClients: readonly EventType[] = ['VARIANT_BINDING_CREATED', 'EXPERIMENT_VARIANT_EVENT_CREATED']

/** The types of events that the page shows: changes. */
export const changeTypes: readonly EventType[] = everyEventType.filter((type) => !causedByClients.includes(type))
