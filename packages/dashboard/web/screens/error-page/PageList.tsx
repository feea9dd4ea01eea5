import { causeIn, type TemplatePage } from './pages.ts'

interface PageListProps {
  readonly pages: readonly TemplatePage[]
  readonly chosen: string
  readonly problems: Readonly<Record<string, readonly string[]>>
  onChoose(pointer: string): void
}

/** The pages of a template, of which one is edited. */
export const PageList = ({ pages, chosen, problems, onChoose }: PageListProps) => (
  <ul class="page-list" aria-label="Pages">
    {pages.map(({ pointer, label, html }) => (
      <li key={pointer}>
        <button type="button" aria-pressed={pointer === chosen} onClick={() => onChoose(pointer)}>
          <bdi class={causeIn(pointer) === undefined ? undefined : 'key'}>{label}</bdi>
          <span class={problems[pointer] ? 'wrong' : 'muted'}>
            {problems[pointer] ? 'invalid' : html === '' ? 'not written' : 'written'}
          </span>
        </button>
      </li>
    ))}
  </ul>
)
