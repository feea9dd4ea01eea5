/**
 * Where the highlight goes in a list of choices when a key is pressed: arrows wrap around, Home and End go to the ends.
 * `-1` is no highlight. `undefined` if the key does not move it.
 */
export function moved(key: string, at: number, size: number): number | undefined {
  if (size === 0) return undefined
  switch (key) {
    case 'ArrowDown':
    case 'ArrowRight':
      return (at + 1) % size
    case 'ArrowUp':
    case 'ArrowLeft':
      return at <= 0 ? size - 1 : at - 1
    case 'Home':
      return 0
    case 'End':
      return size - 1
    default:
      return undefined
  }
}

/** The next choice after `at` whose label begins with a letter, for typing ahead. */
export function startingWith(letter: string, at: number, labels: readonly string[]): number | undefined {
  const wanted = letter.toLowerCase()
  for (let step = 1; step <= labels.length; step++) {
    const place = (at + step) % labels.length
    if (labels[place]!.toLowerCase().startsWith(wanted)) return place
  }
  return undefined
}
