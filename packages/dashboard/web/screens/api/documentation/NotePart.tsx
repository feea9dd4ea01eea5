import type { PartProps } from './part-props.ts'
import { PagePreview } from './preview/lazily.ts'
import { ResourceForm } from './ResourceForm.tsx'

/** The first page, and the texts that stand on every page. */
const notes = {
  home: { label: 'Home', what: 'The first page. Without it, readers see the description, the address and the plans.' },
  banner: {
    label: 'Banner',
    what: 'A text at the top of every page, such as an announcement. Readers can dismiss it.',
  },
  footer: { label: 'Footer', what: 'A text at the end of every page.' },
} as const

interface NotePartProps extends PartProps {
  readonly name: keyof typeof notes
}

/** A text of the documentation that has no place in the list of pages. */
export function NotePart({ id, api, documentation, problems, edit, name }: NotePartProps) {
  const { label, what } = notes[name]
  const resource = documentation[name]
  return (
    <>
      <div class="bar">
        <span class="muted">{what}</span>
        {resource ? (
          <button type="button" onClick={() => edit({ [name]: undefined })}>
            Remove
          </button>
        ) : (
          <button type="button" onClick={() => edit({ [name]: { text_content: '' } })}>
            Add
          </button>
        )}
      </div>
      <div class="doc-editor">
        {resource && (
          <ResourceForm
            label={label}
            resource={resource}
            pointer={`/documentation/${name}`}
            problems={problems}
            onChange={(next, step) => edit({ [name]: next }, step)}
          />
        )}
        <PagePreview id={id} api={api} path="" />
      </div>
    </>
  )
}
