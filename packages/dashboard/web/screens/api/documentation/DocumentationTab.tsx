import { lazily } from '../../../parts/outcomes/lazily.tsx'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'

const DocumentationPart = lazily<ShownRecord<GatewayApi>>(
  async () => (await import('./DocumentationPart.tsx')).DocumentationPart,
)

/** The part of an API with its documentation for consumers, apart from the plans. Its code is loaded when it is shown. */
export const documentationTab: RecordTab<GatewayApi> = {
  id: 'documentation',
  label: 'Documentation',
  show: (shown) => <DocumentationPart {...shown} />,
}
