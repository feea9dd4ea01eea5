import type { ApiDefinition } from './api.ts'

/** Reports plans that accept tokens of another server whatever they were issued for. */
export const tokensForOthers = ({
  api,
}: {
  readonly api: ApiDefinition
}): readonly (readonly [pointer: string, message: string])[] =>
  (api.documentation?.plans ?? []).flatMap((plan, place) => {
    if (plan.access_mode_configuration_type !== 'oauth2-remote') return []
    const { issuer, audience } = plan.access_mode_configuration ?? {}
    if (issuer !== undefined || audience !== undefined) return []
    return [
      [
        `/documentation/plans/${place}/access_mode_configuration`,
        `The plan ${plan.id} accepts all tokens of the server, also those for other APIs: set audience or issuer`,
      ] as const,
    ]
  })
