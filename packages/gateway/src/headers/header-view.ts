import type { HeaderList } from './header-list.ts'

/** Headers to read. Names are in lower case. */
export interface HeaderView {
  /** The first value. */
  get(name: string): string | undefined
  /** All values, in their order. */
  all(name: string): readonly string[]
  has(name: string): boolean
}

/** Headers to change. Names are in any case. Values with CR, LF, NUL or characters beyond Latin-1 throw. */
export interface HeaderEdits extends HeaderView {
  /** Replaces all values. */
  set(name: string, value: string): void
  add(name: string, value: string): void
  remove(name: string): void
  /** The names and values in turn. Plugins do not change it. */
  readonly list: HeaderList
}
