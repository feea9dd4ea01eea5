import type { Right } from './rights.ts'

/**
 * Who may call: anyone, any authenticated caller, admins, or callers with `right` (or `or`) in `domain`. If the path
 * has an id, the right must cover it (`of` names another parameter). With `owned` the owner of the record is checked
 * instead, after the record was read.
 */
export type Access =
  | 'open'
  | 'authenticated'
  | 'admin'
  | { readonly domain: string; readonly right: Right; readonly or?: Right; readonly owned?: true; readonly of?: string }

/** The access of kinds of records for admins only. */
export const forAdmins = () => 'admin' as const
