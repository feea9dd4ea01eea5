/** Numbers values that are equal, so that each distinct value is kept once. */
export function createInterned<T>(keyOf: (value: T) => string) {
  const numbers = new Map<string, number>()
  const values: T[] = []
  return {
    numberOf(value: T): number {
      const key = keyOf(value)
      let number = numbers.get(key)
      if (number === undefined) {
        number = values.push(value) - 1
        numbers.set(key, number)
      }
      return number
    },
    get size(): number {
      return values.length
    },
    at: (number: number): T => values[number]!,
  }
}
