import type { IssuedCredential } from '../notices/show-credential.ts'
import { isObject } from '../values/parts-of.ts'
import { type Answering, asStored } from './as-stored.ts'

/**
 * Operations on subscriptions whose answers have no secret: that of a new credential is shown to the user once, and
 * nothing else keeps it.
 */
export const credentialsShown = <O extends Answering>(operations: O, show: (credential: IssuedCredential) => void): O =>
  asStored(operations, (answer) => {
    if (!isObject(answer)) return
    const { credentials, api_ref: api, subscription_kind: mode } = answer as Issued
    if (!credentials) return
    Reflect.deleteProperty(answer, 'credentials')
    show({ ...credentials, api, mode })
  })

interface Issued {
  readonly credentials?: { readonly clientId: string; readonly clientSecret: string }
  readonly api_ref: string
  readonly subscription_kind?: string
}
