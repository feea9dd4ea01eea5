import { memberLabel } from '../../../values/member-label.ts'
import { below, stepsOf } from '../../../values/pointer.ts'

/** The lists of an API whose items a conflict may be about, and what to call an item. */
interface Listed {
  readonly routes?: readonly { readonly id: string }[]
  readonly backends?: readonly { readonly id: string }[]
}

const nouns = { routes: 'Route', backends: 'Backend' } as const

/** The part of an API that a pointer leads to: `Route get-pet: frontend.methods`. */
export function partAt(api: Listed, pointer: string): string {
  const [list = '', place, ...rest] = stepsOf(pointer)
  if (list !== 'routes' && list !== 'backends') return memberLabel(pointer)
  const id = place === undefined ? undefined : api[list]?.[Number(place)]?.id
  if (id === undefined) return `${nouns[list]}s`
  return rest.length === 0 ? `${nouns[list]} ${id}` : `${nouns[list]} ${id}: ${memberLabel(rest.reduce(below, ''))}`
}

/** A place in a document: `GET /pets/{id}` for an operation, with the rest of the pointer behind it. */
export function documentPlace(pointer: string): string {
  const [first, path, method, ...rest] = stepsOf(pointer)
  if (first !== 'paths' || path === undefined) return pointer === '' ? 'the document' : pointer
  const isMethod = method !== undefined && /^(get|put|post|delete|options|head|patch|trace|query)$/.test(method)
  const named = isMethod ? `${method.toUpperCase()} ${path}` : path
  const left = isMethod ? rest : [method, ...rest].filter((step) => step !== undefined)
  return left.length === 0 ? named : `${named} · ${left.join(' · ')}`
}
