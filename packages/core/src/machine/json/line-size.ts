/** Lines of at least this many bytes are noted. */
const LARGE = 16 * 1024

const sizes = new WeakMap<object, number>()

/** Notes the size of the line of a value, in bytes, if it is large. */
export function noteSize(value: unknown, bytes: number): void {
  if (bytes >= LARGE && typeof value === 'object' && value !== null) sizes.set(value, bytes)
}

/** The size of the line of a value, in bytes; 0 if it is small, or if the value did not come as a line. */
export const notedSize = (value: unknown): number =>
  typeof value === 'object' && value !== null ? (sizes.get(value) ?? 0) : 0
