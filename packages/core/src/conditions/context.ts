/** What is known of the subject of an evaluation. `id` is the key for percentages and lists. */
export type Context = Readonly<Record<string, unknown>>

/** Evaluates a context. Called up to millions of times a second, so it must not allocate. */
export type Test = (context: Context | undefined) => boolean

/** The client id in a context: a string that is not empty, or a number as decimal text. */
export const clientOf = (context: Context | undefined): string | undefined => identifierOf(context?.id)

/** The text that identifies the subject of a share: a string that is not empty, or a number as decimal text. */
export const identifierOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? (value === '' ? undefined : value) : typeof value === 'number' ? String(value) : undefined

/** Whether a context is not an object; programs in JavaScript may pass the id of a client instead. `undefined` stands for no context. */
export const isNoObject = (context: unknown): boolean => context !== undefined && typeof context !== 'object'
