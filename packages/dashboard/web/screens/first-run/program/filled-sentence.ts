import { type FirstSnippet, SECRET_NAME } from '../first-snippets.ts'

/** What the page knows of the key of the guide. */
export interface KnownKey {
  /** Its id. Absent: the guide has created none. */
  readonly key?: string | undefined
  /** Its secret, until the page is left. */
  readonly secret?: string | undefined
}

/** What is filled in already in a program, and what must still be put in, in a sentence. Pure. */
export function filledSentence({ code, holds }: FirstSnippet, { key, secret }: KnownKey): string {
  if (holds === 'store')
    return 'The id of the flag is already filled in. Put the file of your store in place of ./signalbox.db.'
  const readsSecret = code.includes(SECRET_NAME)
  if (key === undefined)
    return readsSecret
      ? `The address is already filled in. ID comes from an API key; put its secret in ${SECRET_NAME}.`
      : 'The address is already filled in. ID and SECRET come from an API key.'
  if (readsSecret)
    return `The address and the key’s id are already filled in. The program reads the secret from ${SECRET_NAME}.`
  return secret === undefined
    ? 'The address and the key’s id are already filled in. Put the secret of the key in place of SECRET.'
    : 'The address, the key’s id and its secret are already filled in.'
}
