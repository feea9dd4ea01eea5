import type { Right } from './rights.ts'

/**
 * Who may call: anyone, any known caller, admins, or those with a right (`or` another) in a domain, on the id in the path if
 * any (`of`: the parameter that it is); where records say whose they are (`owned`), on that, once the record is read.
 */
export type Access =
  | 'open'
  | 'authenticated'
  | 'admin'
  | { readonly domain: string; readonly right: Right; readonly or?: Right; readonly owned?: true; readonly of?: string }

/** Access of kinds of records that are the admins' alone. */
export const forAdmins = () => 'admin' as const
