import { Items } from '../Items.tsx'
import { foundItems, freshId } from '../item-list.ts'
import type { PartProps } from './part-props.ts'
import { PagePreview } from './preview/lazily.ts'
import { ResourceForm } from './ResourceForm.tsx'
import { contentTypes, fromItems, pathText, type ResourceItem, toItems, typeOf } from './resource.ts'

/** The pages of a documentation and its files, in the order of the sidebar. `page=<path>` in the address opens one. */
export function PagesPart({ id, api, documentation, problems, edit }: PartProps) {
  const items = toItems(documentation.resources ?? [])
  return (
    <div class="doc-pages">
      <Items
        items={items}
        pointer={POINTER}
        noun="page"
        what="Pages in Markdown, HTML and OpenAPI documents that consumers read in the portal. Pictures of pages are here, too."
        hint="The sidebar has this order, unless it has groups. Drag a page to move it, or press Alt ↑ or Alt ↓."
        problems={problems}
        mayEdit
        isOrdered
        found={(words) => foundItems(items, words, textsOf)}
        blank={() => blank(items)}
        row={(item, at) => <Row item={item} isWrong={isWrong(problems, at)} />}
        onChange={(next, step) => edit({ resources: fromItems(next) }, step)}
      >
        {({ resource }, at, change) => (
          <div class="doc-editor">
            <ResourceForm
              label="Content"
              resource={resource}
              pointer={`${POINTER}/${at}`}
              problems={problems}
              hasPath
              onChange={(next, step) => change({ id: pathText(next), name: next.title ?? '', resource: next }, step)}
            />
            <PagePreview id={id} api={api} path={pathText(resource)} />
          </div>
        )}
      </Items>
    </div>
  )
}

const POINTER = '/documentation/resources'

function blank(items: readonly ResourceItem[]): ResourceItem {
  const id = freshId(items, 'new-page')
  return { id, name: 'New page', resource: { path: [id], title: 'New page', text_content: '# New page\n' } }
}

const textsOf = ({ id, resource: { title, description, text_content } }: ResourceItem): readonly string[] => [
  ...[id, title, description, text_content].filter((text) => typeof text === 'string'),
]

const isWrong = (problems: PartProps['problems'], at: number): boolean =>
  Object.keys(problems).some((pointer) => pointer.startsWith(`${POINTER}/${at}/`))

function Row({ item: { id, resource }, isWrong }: { readonly item: ResourceItem; readonly isWrong: boolean }) {
  const type = typeOf(resource)
  return (
    <>
      <span>
        <bdi class="item-name">{resource.title || id}</bdi>
      </span>
      <span class="item-goes muted">
        <bdi class="key">/{id}</bdi>
        <span class="item-state">{isWrong ? <span class="problem-line">Check it</span> : (nameOf(type) ?? type)}</span>
      </span>
    </>
  )
}

const nameOf = (type: string) => contentTypes.find(({ value }) => value === type)?.label.split(/[,(]/)[0]
