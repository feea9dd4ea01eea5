import type { Domain } from '../events/event.ts'

/** What can be done with a record: create, read, update, delete. */
export type Right = 'C' | 'R' | 'U' | 'D'

/** All rights, in the order they are written. */
export const rights = ['C', 'R', 'U', 'D'] as const satisfies readonly Right[]

/** The domains that a grant covers when it names none. */
export const defaultDomains = ['Feature', 'Config', 'Experiment', 'Script'] as const satisfies readonly Domain[]

/** What a pattern of a grant may be: of the characters of ids, `*` and commas. A grant adds, so nothing in it excludes. */
export const GRANT_PATTERN = /^[A-Za-z0-9_@.:*,-]+$/
