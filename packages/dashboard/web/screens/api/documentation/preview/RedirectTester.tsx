import { renderPage } from '@signalbox/portal/pages'
import { useState } from 'preact/hooks'
import { TextField } from '../../../../parts/fields/fields.tsx'
import { type Redirected, redirectedIn } from './redirected.ts'
import { type PreviewProps, useSite } from './site.ts'

/** A field for a path, and where the portal leads readers who open it. */
export function RedirectTester(given: PreviewProps) {
  const [path, setPath] = useState('')
  const site = useSite(given)
  const found =
    path.trim() === ''
      ? undefined
      : redirectedIn(path, {
          id: given.id,
          render: (at) => renderPage({ site, visitor: { now: Date.now() }, path: at }),
        })
  return (
    <section class="doc-tester" aria-label="Try a path">
      <TextField stacked mono label="Try a path" placeholder="/old" value={path} onInput={setPath} />
      <p role="status">{found && <Outcome {...found} />}</p>
    </section>
  )
}

function Outcome({ to, title }: Redirected) {
  if (to !== undefined)
    return (
      <>
        Leads to <bdi class="key">{to}</bdi>.
      </>
    )
  if (title !== undefined)
    return (
      <>
        No redirect: readers see the page <b>{title}</b>.
      </>
    )
  return <>Not found: no page and no redirect has this path, or its redirects lead back to it.</>
}
