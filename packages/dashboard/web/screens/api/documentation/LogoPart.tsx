import { problemsBelow, withMembers } from '../../record/members.ts'
import type { PartProps } from './part-props.ts'
import { PagePreview } from './preview/lazily.ts'
import { FileContent, ResourceForm } from './ResourceForm.tsx'
import { kindOf } from './resource.ts'

/** The picture at the top of every page. */
export function LogoPart({ id, api, documentation, problems, edit }: PartProps) {
  const { logo } = documentation
  const set = (next: object | undefined, step?: string) => edit({ logo: next }, step)
  return (
    <>
      <div class="bar">
        <span class="muted">
          The picture at the top of every page, 28 pixels high, and the icon of the browser’s tab.
        </span>
        {logo && (
          <button type="button" onClick={() => set(undefined)}>
            Remove
          </button>
        )}
      </div>
      <div class="doc-editor">
        {logo && kindOf(logo) !== 'base64' ? (
          <ResourceForm label="Logo" resource={logo} pointer={POINTER} problems={problems} onChange={set} />
        ) : (
          <div class="doc-form">
            <FileContent
              resource={logo ?? {}}
              problemsOf={() => (logo ? problemsBelow(problems, POINTER) : [])}
              set={(members, step) => set(withMembers(logo ?? {}, members), step)}
            />
          </div>
        )}
        <PagePreview id={id} api={api} path="" />
      </div>
    </>
  )
}

const POINTER = '/documentation/logo'
