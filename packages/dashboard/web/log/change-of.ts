import type { ChangeEvent, Domain } from '@signalbox/core/contract'
import { prefixes } from './domains.ts'

/** What an event says happened to one record of its domain; `undefined` if it tells of something else, such as a draft of an API. */
export function changeOf({ domain, type }: ChangeEvent): 'created' | 'updated' | 'deleted' | undefined {
  if (!Object.hasOwn(prefixes, domain)) return undefined
  const prefix = prefixes[domain as Domain]
  if (type === `${prefix}_CREATED`) return 'created'
  if (type === `${prefix}_UPDATED`) return 'updated'
  return type === `${prefix}_DELETED` ? 'deleted' : undefined
}
