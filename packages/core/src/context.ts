/** What is known of the subject of an evaluation. `id` is the key for percentages and lists. */
export type Context = Readonly<Record<string, unknown>>

/** Evaluates a context. Called up to millions of times a second, so it must not allocate. */
export type Test = (context: Context | undefined) => boolean

/** The client id in a context: a string, or a number as decimal text. */
export function clientOf(context: Context | undefined): string | undefined {
  const id = context?.id
  return typeof id === 'string' ? id : typeof id === 'number' ? String(id) : undefined
}
