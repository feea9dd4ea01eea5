import { withMembers } from '../../record/members.ts'
import type { GatewayApi } from '../served/gateway-api.ts'

/** The documentation of an API. */
export type Documentation = NonNullable<GatewayApi['documentation']>

/** A page, a picture or another file of the documentation. */
export type Resource = NonNullable<Documentation['home']>

/** An API whose documentation has other members; `undefined` removes a member. */
export const withDocumentation = (api: GatewayApi, members: object): GatewayApi =>
  withMembers(api, { documentation: withMembers(api.documentation ?? {}, members) })

/** The documentation without the plans, which have a part of their own. */
export function withoutPlans(documentation: Documentation = {}): Omit<Documentation, 'plans'> {
  const { plans: _, ...rest } = documentation
  return rest
}

/** The documentation with other members. The plans stay; `undefined` if nothing is left. */
export function withPlansOf(documentation: Documentation | undefined, next: unknown): unknown {
  const { plans } = documentation ?? {}
  if (next !== undefined && (typeof next !== 'object' || next === null || Array.isArray(next))) return next
  const { plans: _, ...members } = (next ?? {}) as Documentation
  const all = { ...members, ...(plans && { plans }) }
  return Object.keys(all).length === 0 ? undefined : all
}

/** The path of the OpenAPI document that the documentation of an API links; `undefined` if it links none of its own. */
export function documentOf(id: string, { resources = [] }: Documentation = {}): string | undefined {
  return resources.map(({ url }) => url).find((url) => storedDocument(id, url) !== undefined)
}

/** The digest of a stored document of an API, if an address is that of one. */
export function storedDocument(id: string, url: string | undefined): string | undefined {
  const own = `/api/apis/${id}/documents/`
  const digest = url?.startsWith(own) ? url.slice(own.length) : ''
  return /^[\da-f]{64}$/.test(digest) ? digest : undefined
}

/** What is wrong with the documentation apart from the plans, as the service says it. */
export const problemsBesidePlans = (problems: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(problems).flatMap(([pointer, sentences]) =>
    (pointer === '/documentation' || pointer.startsWith('/documentation/')) &&
    !pointer.startsWith('/documentation/plans')
      ? sentences.map((sentence) => `${pointer.slice('/documentation'.length)} ${sentence}`.trim())
      : [],
  )
