/** What can be done with a record: create, read, update, delete. */
export type Right = 'C' | 'R' | 'U' | 'D'

/** All rights, in the order they are written. */
export const rights = ['C', 'R', 'U', 'D'] as const satisfies readonly Right[]

const grantedByDefault = /* @__PURE__ */ new Set<string>()

/** Says that a grant that names no domains covers this one. */
export const grantByDefault = (domain: string): void => void grantedByDefault.add(domain)

/** Whether a grant that names no domains covers this one: what is asked for is of a kind, and that has said so. */
export const isGrantedByDefault = (domain: string): boolean => grantedByDefault.has(domain)

/** What a pattern of a grant may be: of the characters of ids, `*` and commas. A grant adds, so nothing in it excludes. */
export const GRANT_PATTERN = /^[A-Za-z0-9_@.:*,-]+$/
