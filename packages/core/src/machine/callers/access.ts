import type { Right } from './rights.ts'

/**
 * Who may call: anyone (`open`), any authenticated caller (`known`), any but those with a gateway key (`authenticated`),
 * only those with a gateway key (`gateway`), only consumers of APIs (`developer`; the handlers require that they are active),
 * admins, or callers with `right` (or `or`) in `domain`. If the path has an id, the right must cover it (`of` names another
 * parameter). With `owned` the owner of the record is checked instead, after the record was read. Consumers may call nothing
 * but `open` and `developer`.
 */
export type Access =
  | 'open'
  | 'known'
  | 'authenticated'
  | 'gateway'
  | 'developer'
  | 'admin'
  | {
      readonly domain: string
      readonly right: Right
      readonly or?: Right
      /** `right` in this domain suffices, too: the handler decides which records it covers. */
      readonly orDomain?: string
      readonly owned?: true
      readonly of?: string
      /** Gateways may call it too (`isGateway`): the handler decides on which records. */
      readonly gateway?: true
    }

/** The access of kinds of records for admins only. */
export const forAdmins = () => 'admin' as const
