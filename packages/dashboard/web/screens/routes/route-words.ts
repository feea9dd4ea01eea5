import type { AspectName } from '../../parts/signs/Aspect.tsx'
import { counted, listed } from '../../words/words.ts'
import type { Mark } from '../health/marks.ts'
import type { RouteRow } from './route-row.ts'
import type { RouteWarning } from './warnings.ts'

/** The methods of a route: `GET, POST`, or `Any`. */
export const methodsText = (methods: readonly string[]): string => (methods.length === 0 ? 'Any' : methods.join(', '))

/** Where a route is: its first domain and path, and how many more there are. */
export function placeText([first = 'No valid path', ...more]: readonly string[]): string {
  const shown = first === '' ? '/' : first
  return more.length === 0 ? shown : `${shown} +${more.length}`
}

/** The plugins of a route: as many names as there is room for. */
export const pluginsText = (plugins: readonly string[]): string =>
  plugins.length <= 2 ? plugins.join(', ') : `${plugins[0]}, ${counted(plugins.length - 1, 'other')}`

/** What is particular about a route, the worst last. */
export function marksOf({ isDraft, isDisabled, isRefused, warnings }: RouteRow): readonly Mark[] {
  const state: Mark = isDisabled ? { word: 'Disabled' } : isDraft ? { word: 'Draft' } : { word: 'Live', is: 'clear' }
  return [
    ...(isRefused && !isDraft && !isDisabled ? [] : [state]),
    ...(warnings.length > 0 ? [warned(warnings)] : []),
    ...(isRefused ? [{ word: 'Refuses', is: 'danger', why: 'Every request is refused.' } as const] : []),
  ]
}

/** How many warnings there are, by severity. */
export function warned(warnings: readonly RouteWarning[]): Mark & { readonly is: AspectName } {
  const errors = warnings.filter(({ severity }) => severity === 'error').length
  const others = warnings.length - errors
  const words = [...(errors > 0 ? [counted(errors, 'error')] : []), ...(others > 0 ? [counted(others, 'warning')] : [])]
  return {
    word: listed(words),
    is: errors > 0 ? 'danger' : 'caution',
    why: warnings.map(({ message }) => message).join('\n'),
  }
}
