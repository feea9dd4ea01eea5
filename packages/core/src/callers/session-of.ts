import { sessionTold } from '../hand-out.ts'

/** The token of the session that the use of an identity made live longer. A symbol: no JSON passes for it. */
export const renewed = /* @__PURE__ */ Symbol('renewed session')

/**
 * The token whose cookie is to be set: of the session that an answer of `login` or `changePassword` opened, or that a
 * caller's call made live longer; the empty text when an answer ended one; else `undefined`.
 */
export const sessionOf = (answer: object): string | undefined =>
  sessionTold(answer) ?? (answer as { readonly [renewed]?: string })[renewed]
