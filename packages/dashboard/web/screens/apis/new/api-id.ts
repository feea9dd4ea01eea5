/** Names beside the APIs in the paths of the service. */
const reserved = /^(\.{1,2}|(deployments|drafts|documents)\.ndjson)$/

/** Why a text is no id of an API; `undefined` for ids. The service has the same rule. */
export function apiIdProblem(text: string): string | undefined {
  if (text === '') return 'An id is required.'
  if (text.length > 512) return `An id has at most 512 characters, not ${text.length}.`
  if (!/^[A-Za-z0-9_@.-]+$/.test(text)) return 'An API’s id can have only letters, digits and _@.-'
  return reserved.test(text) ? 'This id is reserved.' : undefined
}

/** An id made from a title: `petstore-v2` for `Petstore (v2)`; empty if no letter or digit of the title fits. */
export const idFromTitle = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_@.]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
    .slice(0, 64)
