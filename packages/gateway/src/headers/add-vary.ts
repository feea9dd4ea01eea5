import type { HeaderEdits } from './header-view.ts'

/** Adds a header name to `Vary`, unless `Vary` has it or is `*`. */
export function addVary(headers: HeaderEdits, name: string): void {
  const lower = name.toLowerCase()
  for (const value of headers.all('vary'))
    for (const item of value.split(',')) {
      const known = item.trim().toLowerCase()
      if (known === '*' || known === lower) return
    }
  headers.add('Vary', name)
}
