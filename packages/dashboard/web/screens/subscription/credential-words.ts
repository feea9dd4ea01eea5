import type { RecordOf } from '../../kinds/kinds.ts'
import type { AspectName } from '../../parts/signs/Aspect.tsx'
import { counted, listed } from '../../words/words.ts'
import { quotaWords } from '../api/plans/quota-words.ts'

export type Credential = RecordOf<'credentials'>

/** The state of a credential in words. */
export interface CredentialState {
  readonly word: string
  readonly aspect: AspectName
}

/** Whether a credential works, by its own members. `at` is the time in epoch milliseconds. */
export function credentialState({ enabled, validUntil, rotationDue }: Credential, at: number): CredentialState {
  if (enabled === false) return { word: 'Disabled', aspect: 'danger' }
  if (validUntil !== undefined && validUntil <= at) return { word: 'Expired', aspect: 'danger' }
  return rotationDue ? { word: 'Rotation is due', aspect: 'caution' } : { word: 'Enabled', aspect: 'clear' }
}

/** What a credential is limited to, in words. */
export function limitWords(credential: Credential): readonly string[] {
  const {
    readOnly,
    allowClientIdOnly,
    restrictions,
    quota,
    authorizedEntities = [],
    constrainedServicesOnly,
  } = credential
  const { enabled = true, allowed = [], forbidden = [], notFound = [] } = restrictions ?? {}
  const lists = [
    allowed.length > 0 && `only ${counted(allowed.length, 'request')} allowed`,
    forbidden.length > 0 && `${counted(forbidden.length, 'request')} forbidden`,
    notFound.length > 0 && `${counted(notFound.length, 'request')} answered 404`,
  ].filter((words) => words !== false)
  return [
    quotaWords(quota),
    readOnly === true ? 'only GET, HEAD and OPTIONS' : undefined,
    ...(enabled ? lists : []),
    authorizedEntities.length > 0
      ? `${constrainedServicesOnly ? 'only' : 'also'} opens ${listed(authorizedEntities)}`
      : constrainedServicesOnly
        ? 'opens nothing: it’s limited to a list, and the list is empty'
        : undefined,
    allowClientIdOnly === true ? 'the client id is enough, without the secret' : undefined,
  ].filter((words) => words !== undefined)
}

/** Until when the secret before the current one works; `undefined` if it does not. */
export const previousUntil = ({ previousUntil: until }: Credential, at: number): number | undefined =>
  until !== undefined && until > at ? until : undefined
