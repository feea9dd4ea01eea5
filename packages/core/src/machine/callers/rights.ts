/** What can be done with a record: create, read, update, delete. */
export type Right = 'C' | 'R' | 'U' | 'D'

/** All rights, in the order they are written. */
export const rights = ['C', 'R', 'U', 'D'] as const satisfies readonly Right[]

/** What each right allows, for error messages. */
export const rightNames = {
  C: 'create',
  R: 'read',
  U: 'update',
  D: 'delete',
} as const satisfies Record<Right, string>

const grantedByDefault = /* @__PURE__ */ new Set<string>()

/** Declares that grants without domains cover this domain. */
export const grantByDefault = (domain: string): void => void grantedByDefault.add(domain)

/** Whether grants without domains cover this domain. Kinds of records declare that (`defineResource`). */
export const isGrantedByDefault = (domain: string): boolean => grantedByDefault.has(domain)

/**
 * The syntax of patterns in grants: the characters of ids, `*` and commas. `!` is not allowed, because grants only add.
 */
export const GRANT_PATTERN = /^[A-Za-z0-9_@.:*,-]+$/

/** The syntax of patterns in grants, for error messages. */
export const GRANT_PATTERN_RULE = 'must consist of letters, digits and _@.:*,-'
