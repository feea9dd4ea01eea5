import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import './windowed.css'

interface WindowedProps<T> {
  readonly items: readonly T[]
  /** The height of every row, in pixels. */
  readonly rowHeight: number
  /** The most rows that are visible at once. */
  readonly visible: number
  readonly label: string
  row(item: T, index: number): ComponentChildren
}

/** Rows that are drawn beyond the visible ones. */
const SPARE = 6

/** A list of any length: only the rows in sight are in the document. */
export function Windowed<T>({ items, rowHeight, visible, label, row }: WindowedProps<T>) {
  const [top, setTop] = useState(0)
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight), items.length - visible) - SPARE)
  const shown = items.slice(first, first + visible + 2 * SPARE)
  return (
    <section
      class="windowed"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
      tabIndex={0}
      style={{ blockSize: `${Math.min(items.length, visible) * rowHeight}px` }}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <ul style={{ blockSize: `${items.length * rowHeight}px` }}>
        {shown.map((item, offset) => (
          <li
            key={first + offset}
            aria-setsize={items.length}
            aria-posinset={first + offset + 1}
            style={{ blockSize: `${rowHeight}px`, insetBlockStart: `${(first + offset) * rowHeight}px` }}
          >
            {row(item, first + offset)}
          </li>
        ))}
      </ul>
    </section>
  )
}
