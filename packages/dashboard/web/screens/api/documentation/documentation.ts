import type { GatewayApi } from '../served/gateway-api.ts'

/** The documentation of an API. */
export type Documentation = NonNullable<GatewayApi['documentation']>

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
  const own = `/api/apis/${id}/documents/`
  return resources
    .map(({ url }) => url)
    .find((url) => url?.startsWith(own) && /^[\da-f]{64}$/.test(url.slice(own.length)))
}

/** What is wrong with the documentation apart from the plans, as the service says it. */
export const problemsBesidePlans = (problems: Readonly<Record<string, readonly string[]>>): readonly string[] =>
  Object.entries(problems).flatMap(([pointer, sentences]) =>
    (pointer === '/documentation' || pointer.startsWith('/documentation/')) &&
    !pointer.startsWith('/documentation/plans')
      ? sentences.map((sentence) => `${pointer.slice('/documentation'.length)} ${sentence}`.trim())
      : [],
  )
