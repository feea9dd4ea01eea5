import type { ComponentChildren } from 'preact'
import { ConfigEditor } from '../../schema-form/ConfigEditor.tsx'
import type { GroupField } from '../../schema-form/field.ts'
import type { Documentation } from './documentation.ts'
import type { PartProps } from './part-props.ts'
import { PagePreview } from './preview/lazily.ts'

interface FieldsPartProps extends PartProps {
  readonly label: string
  /** The members of the documentation that are edited. */
  readonly field: GroupField
  /** What they are for. */
  readonly what: string
  /** What stands beside the form. @default the first page as readers see it */
  readonly children?: ComponentChildren
}

/** Members of the documentation in a form, or as JSON. */
export function FieldsPart(props: FieldsPartProps) {
  const { id, api, documentation, problems, edit, label, field, what, children } = props
  const names = field.members.map(({ name }) => name as keyof Documentation)
  const value = Object.fromEntries(
    names.flatMap((name) => (name in documentation ? [[name, documentation[name]]] : [])),
  )
  return (
    <>
      <p class="muted">{what}</p>
      <div class="doc-editor">
        <ConfigEditor
          label={label}
          field={field}
          value={value}
          defaults={undefined}
          pointer="/documentation"
          settings={{ problems }}
          onChange={(next, step) => {
            const members = (next ?? {}) as Readonly<Record<string, unknown>>
            edit(Object.fromEntries(names.map((name) => [name, members[name]])), step)
          }}
        />
        {children ?? <PagePreview id={id} api={api} path="" />}
      </div>
    </>
  )
}
