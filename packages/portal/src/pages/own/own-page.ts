import type { Html } from '../html.ts'

/** A page of a consumer, before it has its frame. It has no twin in Markdown. */
export interface OwnPage {
  readonly status: number
  readonly title: string
  readonly body: Html
}

/** A page without a fault, or one whose form has problems. */
export const ownPage = (
  title: string,
  body: Html,
  { problems }: { readonly problems?: Readonly<Record<string, string>> } = {},
): OwnPage => ({ status: problems && Object.keys(problems).length > 0 ? 400 : 200, title, body })
