/** Something that is noted about objects of Node. */
export interface Note<O extends object, T> {
  /** What was noted; `undefined` if nothing was. */
  of(object: O): T | undefined
  set(object: O, value: T): void
}

/**
 * Creates a note, which is kept in a member of the object that nobody else knows. Weak maps would do the same, but they make
 * the garbage collection of short-lived requests ten times as expensive.
 */
export function createNote<O extends object, T>(name: string): Note<O, T> {
  const member = Symbol(name)
  type Noted = { [member]?: T }
  return {
    of: (object) => (object as Noted)[member],
    set(object, value) {
      ;(object as Noted)[member] = value
    },
  }
}
