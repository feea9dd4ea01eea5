const tokens = new WeakMap<object, string>()

/** Remembers the session that an answer opened, or with the empty text that it ended one. */
export function withSession<T extends object>(answer: T, token: string): T {
  tokens.set(answer, token)
  return answer
}

/** The token of the session that an answer of `login` or `changePassword` opened; the empty text when it ended one; else `undefined`. */
export const sessionOf = (answer: object): string | undefined => tokens.get(answer)
