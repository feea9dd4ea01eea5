import { lazily } from '../../../../parts/outcomes/lazily.tsx'
import type { PreviewProps } from './site.ts'

/** A page as readers see it. Its code, which renders Markdown, is loaded when it is first shown. */
export const PagePreview = lazily<PreviewProps & { readonly path: string }>(
  async () => (await import('./PagePreview.tsx')).PagePreview,
)

/** A field that tells where a path leads. */
export const RedirectTester = lazily<PreviewProps>(async () => (await import('./RedirectTester.tsx')).RedirectTester)
