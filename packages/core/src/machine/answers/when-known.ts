/**
 * Passes a value on: at once, or when its promise resolves. For steps that seldom wait, because a promise for each of a million
 * lines, or for each call over HTTP, takes longer than most of these steps.
 */
export const whenKnown = <A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> =>
  value instanceof Promise ? value.then(next) : next(value)
