import type { ErrorTemplate } from '@signalbox/core/contract'
import { may } from '../../calls/session.ts'
import { Link } from '../../parts/ways/Link.tsx'
import { pathTo } from '../../place/path-to.ts'
import { detailsTab } from '../record/details-tab.tsx'
import { RecordHead } from '../record/RecordHead.tsx'
import { RecordScreen, type RecordTab } from '../record/RecordScreen.tsx'
import { MessagesTab } from './MessagesTab.tsx'
import { PagesTab } from './PagesTab.tsx'
import { reachOf, reachWords } from './pages.ts'
import './error-page.css'

/** The error pages of a route, of an API or of everything: their HTML with a preview, their texts, and their history. */
export const ErrorPage = ({ id }: { readonly id: string }) => (
  <RecordScreen
    kind="errorTemplates"
    id={id}
    tabs={tabs}
    head={({ draft: { value, saved } }) => <RecordHead kind="errorTemplates" id={id} value={value} saved={saved} />}
    above={() => <Reach id={id} />}
  />
)

/** For whom the pages are. */
function Reach({ id }: { readonly id: string }) {
  const [api = ''] = id.split(':')
  const hasApi = reachOf(id) !== 'everything' && may('R', 'Api', api)
  return (
    <p>
      Shown for {reachWords(id)}.{' '}
      {hasApi && (
        <Link to={pathTo('/gateway/apis/:id', { id: api })}>
          Open the API <bdi class="key">{api}</bdi>
        </Link>
      )}
    </p>
  )
}

const tabs: readonly RecordTab<ErrorTemplate>[] = [
  { id: 'pages', label: 'Pages', show: (shown) => <PagesTab {...shown} /> },
  { id: 'messages', label: 'Messages', show: (shown) => <MessagesTab {...shown} /> },
  detailsTab(),
]
