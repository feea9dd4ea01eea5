import { sessionTold } from '../answers/result-metadata.ts'

/** Holds the token of a session that was extended by its use. A symbol, so that JSON cannot contain it. */
export const renewed = /* @__PURE__ */ Symbol('renewed session')

/**
 * The session token to set as a cookie: of the session that `login` or `changePassword` opened, or that this use
 * extended; the empty string if the call ended the session; otherwise `undefined`.
 */
export const sessionOf = (answer: object): string | undefined =>
  sessionTold(answer) ?? (answer as { readonly [renewed]?: string })[renewed]
