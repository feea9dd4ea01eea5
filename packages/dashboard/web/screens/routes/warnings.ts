import { severityOf } from '@signalbox/core/gateway'
import type { CompileWarning } from './compiled.ts'

/** A warning about an API, with the place in it. */
export interface RouteWarning {
  readonly severity: ReturnType<typeof severityOf>
  readonly code: string
  readonly message: string
  /** A JSON pointer into the API, or below `/draft` into its draft. */
  readonly pointer: string
}

/** Warnings by the id of their API, with which their pointers begin. */
export function byApi(warnings: readonly CompileWarning[]): ReadonlyMap<string, readonly RouteWarning[]> {
  const found = new Map<string, RouteWarning[]>()
  for (const { pointer, code, message } of warnings) {
    const [, api = '', rest = ''] = /^\/([^/]*)(.*)$/.exec(pointer) ?? []
    const id = api.replaceAll('~1', '/').replaceAll('~0', '~')
    const list = found.get(id) ?? []
    found.set(id, list)
    list.push({ severity: severityOf({ code }), code, message, pointer: rest })
  }
  return found
}

/** What a warning is about: the route at a place of the definition that is served, or of the draft; or neither. */
export interface Subject {
  readonly place: number
  readonly isDraft: boolean
}

/** The route that a pointer leads to; `undefined` for other parts of the API, such as a flow. */
export function subjectOf(pointer: string): Subject | undefined {
  const [, draft, place] = /^(\/draft)?\/routes\/(\d+)(?:\/|$)/.exec(pointer) ?? []
  return place === undefined ? undefined : { place: Number(place), isDraft: draft !== undefined }
}

/** The worse one first. */
export const worstFirst = (one: RouteWarning, other: RouteWarning): number =>
  (one.severity === 'error' ? 0 : 1) - (other.severity === 'error' ? 0 : 1)
