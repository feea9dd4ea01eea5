const tokens = new WeakMap<object, string>()

/** Remembers the session that an answer opened or an identity renewed, or with the empty text that an answer ended one. */
export function withSession<T extends object>(answer: T, token: string): T {
  tokens.set(answer, token)
  return answer
}

/**
 * The token whose cookie is to be set: of the session that an answer of `login` or `changePassword` opened, or that a
 * caller's call made live longer; the empty text when an answer ended one; else `undefined`.
 */
export const sessionOf = (answer: object): string | undefined => tokens.get(answer)
