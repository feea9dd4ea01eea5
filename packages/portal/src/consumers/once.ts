/** The tokens of forms, each of which takes effect once. */
export interface Once {
  /** A token for a form. */
  create(): string
  /** Whether a form was sent already: to this process, or, as its browser remembers, to another one. */
  isSpent(token: string, known: readonly string[]): boolean
  /** Notes that a form was sent. */
  spend(token: string): void
  /** A form that had no effect can be sent again. */
  forget(token: string): void
}

/** How many tokens a process remembers: two clicks in a row come to it before the browser remembers the first. */
const MOST = 10_000
const LENGTH = 16

/** Creates the tokens of a process. */
export function createOnce(): Once {
  const spent = new Set<string>()
  return {
    create: () =>
      Array.from(crypto.getRandomValues(new Uint8Array(LENGTH)), (byte) => (byte % 36).toString(36)).join(''),
    isSpent: (token, known) => spent.has(token) || known.includes(token),
    spend(token) {
      spent.add(token)
      if (spent.size > MOST) for (const oldest of spent) return void spent.delete(oldest)
    },
    forget: (token) => void spent.delete(token),
  }
}

/** Whether a text can be the token of a form. */
export const isToken = (text: string | undefined): text is string => text !== undefined && /^[a-z\d]{16}$/.test(text)
