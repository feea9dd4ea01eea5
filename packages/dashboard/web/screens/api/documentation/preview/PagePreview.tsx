import { renderPreview } from '@signalbox/portal/pages'
import { useEffect, useState } from 'preact/hooks'
import { HtmlFrame } from '../../../../parts/outcomes/HtmlFrame.tsx'
import { type PreviewProps, useSite } from './site.ts'

/** How long nothing must change before the page is drawn again, in milliseconds. */
const PAUSE = 300

/** A page of an API as readers see it, also before it is saved. It runs and loads nothing. */
export function PagePreview({ path, ...given }: PreviewProps & { readonly path: string }) {
  const site = useSite(given)
  const render = () => renderPreview({ site, visitor: { now: Date.now() }, path: addressOf(given.id, path) })
  const [html, setHtml] = useState(render)
  useEffect(() => {
    const timer = setTimeout(() => setHtml(render()), PAUSE)
    return () => clearTimeout(timer)
  }, [given.api, path, site.apis[0]?.address, site.apis[0]?.openapi])
  return (
    <section class="doc-preview" aria-label="Preview">
      <HtmlFrame html={html} title="The page as readers see it" />
      <p class="muted">As readers see it, with your unsaved changes.</p>
    </section>
  )
}

function addressOf(id: string, path: string): string {
  const segments = path.split('/').filter((one) => one !== '')
  const last = segments.at(-1) ?? ''
  return [id, ...segments].map(encodeURIComponent).join('/') + (/\.\w+$/.test(last) ? '' : '/')
}
