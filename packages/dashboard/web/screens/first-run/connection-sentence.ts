import { isAllowed } from '@signalbox/core/grants'
import type { Grant } from '../grants/grant-words.ts'

/** What is known about the way of a program to its flag. */
export interface Connection {
  readonly feature: string
  /** Whether the feature exists. */
  readonly exists: boolean
  /** The id of the API key; `undefined` if the guide has created none. */
  readonly key: string | undefined
  /** That key; `undefined` if it does not exist. */
  readonly found: { readonly admin?: boolean; readonly authorizedPatterns?: readonly Grant[] } | undefined
  readonly baseUrl: string
}

/** What is wrong between a program and its flag, if the server knows, and what to do. Pure. */
export function connectionSentence({ feature, exists, key, found, baseUrl }: Connection): string {
  if (!exists) return `The flag ${feature} doesn’t exist anymore. Create it again, or correct its name in the program.`
  if (key === undefined) return 'The guide has no key. Create one in step 2, and use its id and secret.'
  if (!found) return `The key ${key} doesn’t exist anymore. Create another in step 2.`
  if (!mayRead(found, feature)) return `The key ${key} can’t read ${feature}. Add a grant to it in Access.`
  return `The flag exists and the key ${key} can read it, but no call with this key and its secret has arrived: a wrong secret is rejected. Check that the program calls ${baseUrl}, uses the name ${feature}, and sends the secret of this key; its output says which.`
}

const mayRead = ({ admin = false, authorizedPatterns = [] }: NonNullable<Connection['found']>, id: string): boolean =>
  isAllowed({ admin, authorizedPatterns: [...authorizedPatterns] }, { right: 'R', domain: 'Feature', id })
