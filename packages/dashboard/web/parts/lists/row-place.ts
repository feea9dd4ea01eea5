/** Where the user was in a list. */
export interface RowPlace {
  /** The scroll position in pixels. */
  readonly top: number
  /** The key of the active row. */
  readonly active?: string | undefined
}

const places = new Map<string, RowPlace>()

/** Where the user was in the list of a name. */
export const placeIn = (name: string): RowPlace => places.get(name) ?? { top: 0 }

/** Remembers where the user is. */
export function keepPlace(name: string, place: Partial<RowPlace>): void {
  places.set(name, { ...placeIn(name), ...place })
}
