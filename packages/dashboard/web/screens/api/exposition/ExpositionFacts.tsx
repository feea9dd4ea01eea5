import { Facts } from '../../../parts/lists/Facts.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { blueprints, switches } from './exposition-words.ts'

/** What an API is called and what is recorded about its requests, for those who may not change it. */
export const ExpositionFacts = ({ api }: { readonly api: GatewayApi }) => (
  <Facts
    facts={[
      ['Name', <bdi>{api.name}</bdi>],
      ['Version', api.version],
      ['Blueprint', api.blueprint && blueprints[api.blueprint]],
      ['Description', api.description && <bdi dir="auto">{api.description}</bdi>],
      ['Tags', api.tags?.join(', ')],
      ['Groups', api.groups?.join(', ')],
      ['Metadata', Object.keys(api.metadata ?? {}).length > 0 && <code>{JSON.stringify(api.metadata)}</code>],
      ...switches.map((one) => {
        const isOn = api[one.member] ?? 'isOnByDefault' in one
        return [one.label, `${isOn ? 'On' : 'Off'}. ${isOn ? one.on : one.off}`] as const
      }),
      ['Passed headers', api.pass_headers?.join(', ')],
    ]}
  />
)
