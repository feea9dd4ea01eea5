import { Lever } from '../../../parts/fields/Lever.tsx'
import { Json } from '../../../parts/json/Json.tsx'
import { JsonCode } from '../../../parts/json/JsonCode.tsx'
import { mount } from '../../../place/mount.ts'
import { withMembers } from '../../record/members.ts'
import type { RecordTab, ShownRecord } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { documentOf, problemsBesidePlans, withoutPlans, withPlansOf } from './documentation.ts'

/** The part of an API with its documentation for consumers, apart from the plans. */
export const documentationTab: RecordTab<GatewayApi> = {
  id: 'documentation',
  label: 'Documentation',
  show: (shown) => <DocumentationPart {...shown} />,
}

function DocumentationPart({ id, draft: { value: api, problems }, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const { documentation } = api
  const isOn = documentation?.enabled ?? true
  const document = documentOf(id, documentation)
  return (
    <>
      <p class="muted">
        Pages, links and resources for consumers, as programs read them from the API. Plans have their own tab.
      </p>
      {document !== undefined && (
        <p>
          <a href={`${mount.apiUrl}${document}`} target="_blank" rel="noreferrer">
            Open the OpenAPI document
          </a>{' '}
          <span class="muted">that was imported last.</span>
        </p>
      )}
      {mayEdit ? (
        <>
          <Lever
            on={isOn}
            label={isOn ? 'The documentation is on' : 'The documentation is off'}
            onChange={(enabled) => edit(withMembers(api, { documentation: { ...documentation, enabled } }))}
          />
          <JsonCode
            label="Documentation as JSON"
            pointer="/documentation"
            value={withoutPlans(documentation)}
            problems={problemsBesidePlans(problems)}
            rows={[10, 30]}
            hint="Its members are source, home, logo, references, resources, navigation, redirections, footer, search, banner, metadata and tags."
            onChange={(next, step) =>
              edit(withMembers(api, { documentation: withPlansOf(documentation, next) }) as GatewayApi, step)
            }
          />
        </>
      ) : (
        <Json label="The documentation" value={withoutPlans(documentation)} />
      )}
    </>
  )
}
