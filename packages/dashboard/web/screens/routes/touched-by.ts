import type { ChangeEvent } from '@signalbox/core/contract'
import type { ApiRoutes } from './api-routes.ts'

/** The APIs whose routes, or the warnings about them, an event may have changed. */
export function touchedBy({ domain, key, type }: ChangeEvent, apis: ReadonlyMap<string, ApiRoutes>): readonly string[] {
  if (type.endsWith('S_DELETED')) return [] // each of them has an event of its own
  const those = (isMeant: (one: ApiRoutes) => boolean) => [...apis].filter(([, one]) => isMeant(one)).map(([id]) => id)
  if (domain === 'Backend') return those(({ rows }) => rows.some(({ uses }) => uses.includes(key)))
  if (domain !== 'Api') return []
  // Warnings about conflicts name the routes of both sides.
  const names = [`${key}:`, ` ${key} `]
  return [
    ...new Set([
      key,
      ...those(({ warnings }) => warnings.some(({ message }) => names.some((name) => message.includes(name)))),
    ]),
  ]
}
