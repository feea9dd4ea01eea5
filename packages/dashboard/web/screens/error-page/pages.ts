import type { ErrorTemplate } from '@signalbox/core/contract'
import { below, stepsOf, valueAt, withValueAt } from '../../values/pointer.ts'

/** A page of an error template. */
export interface TemplatePage {
  /** Its place in the template as a JSON Pointer. */
  readonly pointer: string
  readonly label: string
  /** The HTML; empty if the page is not written. */
  readonly html: string
}

/** The pages that do not depend on the cause, in the order of the contract. */
const fixed = [
  { pointer: '/template40x', label: 'For 4xx' },
  { pointer: '/template50x', label: 'For 5xx and everything else' },
  { pointer: '/templateBuild', label: 'Under construction' },
  { pointer: '/templateMaintenance', label: 'In maintenance' },
] as const

/** The pointer of the page for a cause, or for the causes that match a regular expression. */
export const pointerFor = (cause: string): string => below('/genericTemplates', cause)

/** The cause or the regular expression of a page; `undefined` for the fixed pages. */
export function causeIn(pointer: string): string | undefined {
  const [member, cause] = stepsOf(pointer)
  return member === 'genericTemplates' ? cause : undefined
}

/** What a page is called. */
export const labelOf = (pointer: string): string =>
  causeIn(pointer) ?? fixed.find((page) => page.pointer === pointer)?.label ?? pointer

/** The pages of a template: the fixed ones, written or not, and those for causes. */
export const pagesOf = (template: ErrorTemplate): readonly TemplatePage[] =>
  [...fixed.map(({ pointer }) => pointer), ...Object.keys(template.genericTemplates ?? {}).map(pointerFor)].map(
    (pointer) => ({ pointer, label: labelOf(pointer), html: (valueAt(template, pointer) as string | undefined) ?? '' }),
  )

/** A copy of a template with the HTML of a page; `undefined` removes a page for a cause. */
export const withPage = (template: ErrorTemplate, pointer: string, html: string | undefined): ErrorTemplate =>
  withValueAt(template, pointer, html) as ErrorTemplate

/** For whom a template is. Ids of routes contain a colon, because those of APIs do not. */
export function reachOf(serviceId: string): 'everything' | 'api' | 'route' {
  if (serviceId === 'global') return 'everything'
  return serviceId.includes(':') ? 'route' : 'api'
}

/** For whom a template is, in words. */
export const reachWords = (serviceId: string): string =>
  ({
    everything: 'every API without its own page, and requests that no route takes',
    api: `the routes of the API ${serviceId} without their own page`,
    route: `the route ${serviceId}`,
  })[reachOf(serviceId)]

/** Which pages a template has, in a few words. */
export function writtenWords(template: ErrorTemplate): string {
  const written = pagesOf(template).filter(({ html }) => html !== '')
  const causes = written.filter(({ pointer }) => causeIn(pointer) !== undefined).length
  const named = written
    .filter(({ pointer }) => causeIn(pointer) === undefined)
    .map(({ pointer }) => shortNames[pointer])
  const all = [...named, ...(causes > 0 ? [causes === 1 ? '1 cause' : `${causes} causes`] : [])]
  return all.length === 0 ? 'no page is written' : all.join(', ')
}

const shortNames: Readonly<Record<string, string>> = {
  '/template40x': '4xx',
  '/template50x': '5xx',
  '/templateBuild': 'construction',
  '/templateMaintenance': 'maintenance',
}
