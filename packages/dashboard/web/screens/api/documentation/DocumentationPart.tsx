import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { Lever } from '../../../parts/fields/Lever.tsx'
import { Json } from '../../../parts/json/Json.tsx'
import { Tabs } from '../../../parts/ways/Tabs.tsx'
import { mount } from '../../../place/mount.ts'
import type { ShownRecord } from '../../record/RecordScreen.tsx'
import type { GatewayApi } from '../served/gateway-api.ts'
import { AudiencePart } from './AudiencePart.tsx'
import { documentOf, withDocumentation, withoutPlans } from './documentation.ts'
import { referenceFields, sidebarFields } from './documentation-fields.ts'
import { problemsOf } from './documentation-problems.ts'
import { FieldsPart } from './FieldsPart.tsx'
import { JsonPart } from './JsonPart.tsx'
import { LogoPart } from './LogoPart.tsx'
import { NotePart } from './NotePart.tsx'
import { PagesPart } from './PagesPart.tsx'
import type { PartProps } from './part-props.ts'
import { RedirectsPart } from './RedirectsPart.tsx'
import { SourcePart } from './SourcePart.tsx'
import './documentation.css'

interface Part {
  readonly id: string
  readonly label: string
  readonly count?: (props: PartProps) => number | undefined
  readonly show: (props: PartProps) => ComponentChildren
}

/** The parts of a documentation, in the order in which they are written. */
const parts: readonly Part[] = [
  {
    id: 'pages',
    label: 'Pages',
    count: ({ documentation }) => documentation.resources?.length,
    show: (props) => <PagesPart {...props} />,
  },
  { id: 'home', label: 'Home', show: (props) => <NotePart {...props} name="home" /> },
  { id: 'banner', label: 'Banner', show: (props) => <NotePart {...props} name="banner" /> },
  { id: 'footer', label: 'Footer', show: (props) => <NotePart {...props} name="footer" /> },
  { id: 'logo', label: 'Logo', show: (props) => <LogoPart {...props} /> },
  {
    id: 'sidebar',
    label: 'Sidebar',
    show: (props) => (
      <FieldsPart
        {...props}
        label="The sidebar"
        field={sidebarFields}
        what="Without groups, the sidebar lists all pages in their order."
      />
    ),
  },
  {
    id: 'references',
    label: 'References',
    count: ({ documentation }) => documentation.references?.length,
    show: (props) => (
      <FieldsPart
        {...props}
        label="The references"
        field={referenceFields}
        what="Links on the first page and in the sidebar."
      />
    ),
  },
  {
    id: 'redirects',
    label: 'Redirects',
    count: ({ documentation }) => documentation.redirections?.length,
    show: (props) => <RedirectsPart {...props} />,
  },
  { id: 'source', label: 'Source', show: (props) => <SourcePart {...props} /> },
  { id: 'audience', label: 'Who can read', show: (props) => <AudiencePart {...props} /> },
  { id: 'json', label: 'As JSON', show: (props) => <JsonPart {...props} /> },
]

/** The documentation of an API: its pages with what readers see, and what stands around them. */
export function DocumentationPart({ id, draft, edit, mayEdit }: ShownRecord<GatewayApi>) {
  const [chosen, choose] = useState(parts[0]!.id)
  const { value: api, problems } = draft
  const { documentation = {} } = api
  const isOn = documentation.enabled ?? true
  const document = documentOf(id, documentation)
  const props: PartProps = {
    ...{ id, api, documentation, problems: { ...problemsOf(documentation), ...problems } },
    edit: (members, step) => edit(withDocumentation(api, members), step),
    replace: (next, step) => edit(next, step),
  }
  return (
    <>
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
            onChange={(enabled) => props.edit({ enabled })}
          />
          <Tabs
            label="Parts of the documentation"
            tabs={parts.map((part) => ({ ...part, count: part.count?.(props) }))}
            selected={chosen}
            onSelect={choose}
          >
            {parts.find((part) => part.id === chosen)?.show(props)}
          </Tabs>
        </>
      ) : (
        <Json label="The documentation" value={withoutPlans(documentation)} />
      )}
    </>
  )
}
