import type { Html } from './html.ts'

/** A page before it has its frame. */
export interface Page {
  readonly status: number
  readonly title: string
  readonly body: Html
  /** The same content in Markdown. */
  readonly markdown: string
  /** Whether the page stands without the sidebar. @default false */
  readonly isAlone?: boolean
}

/** What a request gets. */
export type Answer =
  | {
      readonly kind: 'page'
      readonly status: Page['status']
      readonly title: string
      readonly html: string
      readonly markdown: string
    }
  /** A file: `type` is its media type. Files of authors are sent with a sandbox. */
  | {
      readonly kind: 'file'
      readonly type: string
      readonly body: string | Uint8Array<ArrayBuffer>
      readonly isOfAuthor: boolean
      /** The name under which it is saved instead of shown. */
      readonly saveAs?: string
    }
  | { readonly kind: 'redirect'; readonly status: 303 | 308; readonly location: string }
