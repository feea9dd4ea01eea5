/** A value that can be replaced. The last replacement counts, until it is undone. */
export interface LastWins<T> {
  readonly current: T
  /** Returns a function that undoes the replacement. */
  use(value: T): () => void
}

/** Creates a value that can be replaced. */
export function lastWins<T>(first: T): LastWins<T> {
  let values = [{ value: first }]
  return {
    get current() {
      return (values.at(-1) as { value: T }).value
    },
    use(value) {
      const own = { value }
      values = [...values, own]
      return () => {
        values = values.filter((one) => one !== own)
      }
    },
  }
}
