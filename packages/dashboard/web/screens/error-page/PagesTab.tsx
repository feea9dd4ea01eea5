import type { ErrorTemplate } from '@signalbox/core/contract'
import { useState } from 'preact/hooks'
import { Code } from '../../parts/json/Code.tsx'
import { problemsBelow } from '../record/members.ts'
import type { ShownRecord } from '../record/RecordScreen.tsx'
import { AddCause } from './AddCause.tsx'
import { completePlaceholder } from './complete-placeholder.ts'
import { PageList } from './PageList.tsx'
import { Preview } from './Preview.tsx'
import { causeIn, labelOf, pagesOf, pointerFor, withPage } from './pages.ts'
import { errorFor, type Shown } from './preview.ts'

/** The pages of a template: one of them as text, and beside it what a client gets. */
export function PagesTab({ draft: { value, problems }, edit, mayEdit }: ShownRecord<ErrorTemplate>) {
  const pages = pagesOf(value)
  const [chosen, setChosen] = useState(() => (pages.find(({ html }) => html !== '') ?? pages[0]!).pointer)
  const page = pages.find(({ pointer }) => pointer === chosen) ?? pages[0]!
  const [changed, setChanged] = useState<Partial<Shown>>({})
  const shown: Shown = { ...errorFor(page.pointer), form: 'html', ...changed }
  const choose = (pointer: string) => {
    setChosen(pointer)
    setChanged({})
  }
  const cause = causeIn(page.pointer)
  return (
    <div class="error-pages">
      <div class="error-editor">
        <PageList pages={pages} chosen={page.pointer} problems={problems} onChoose={choose} />
        {mayEdit && (
          <AddCause
            label="For a cause"
            hint="A cause, or a regular expression: errors\.backend\..*"
            action="Add page"
            problemOf={(text) =>
              Object.hasOwn(value.genericTemplates ?? {}, text) ? 'This cause has a page already.' : undefined
            }
            onAdd={(text) => {
              const pointer = pointerFor(text)
              edit(withPage(value, pointer, `<h1>\${message}</h1>\n`))
              choose(pointer)
            }}
          />
        )}
        <Code
          key={page.pointer}
          label={`Page: ${labelOf(page.pointer)}`}
          language="html"
          rows={[8, 30]}
          value={page.html}
          readOnly={!mayEdit}
          hint={placeholders}
          problems={problemsBelow(problems, page.pointer).map((message) => ({ message }))}
          complete={completePlaceholder}
          onInput={(html) => edit(withPage(value, page.pointer, html), page.pointer)}
        />
        {mayEdit && cause !== undefined && (
          <button
            type="button"
            onClick={() => {
              edit(withPage(value, page.pointer, undefined))
              choose(pages[0]!.pointer)
            }}
          >
            Remove the page for <bdi class="key">{cause}</bdi>
          </button>
        )}
      </div>
      <Preview template={value} shown={shown} onChange={(next) => setChanged((before) => ({ ...before, ...next }))} />
    </div>
  )
}

const placeholders =
  'Placeholders: ${message}, ${cause}, ${status}, ${errorId}, ${otoroshiMessage} (the message of the gateway). An empty page is not used'
