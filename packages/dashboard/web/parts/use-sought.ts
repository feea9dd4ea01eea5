import { useLayoutEffect, useRef } from 'preact/hooks'
import type { RowList } from '../tree.ts'

/** Calls back once for each record that is opened, as soon as it has a row. */
export function useSought(current: string | undefined, rows: RowList, found: (row: number) => void): void {
  const sought = useRef<string | undefined>(undefined)
  useLayoutEffect(() => {
    if (sought.current === current) return
    const row = current === undefined ? undefined : rows.rowOf(current)
    if (current !== undefined && row === undefined) return
    sought.current = current
    if (row !== undefined) found(row)
  })
}
