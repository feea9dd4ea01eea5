import { clientWords } from '../api/releases/release.ts'
import { ReleaseRoutes } from './ReleaseRoutes.tsx'
import { gatesOf } from './released.ts'

const empty = {
  title: 'It opens no route',
  text: 'A route of a published API can be gated by this feature: open the API, choose the route, and then “Gate by a feature”.',
}

/** The routes that a feature opens or closes. */
export const GatedRoutes = ({ feature }: { readonly feature: string }) => (
  <ReleaseRoutes
    find={(routes) => gatesOf(routes, feature)}
    empty={empty}
    words={({ negate, status, client }) => (
      <p>
        {negate ? 'Closed' : 'Open'} while the feature is active{client && ` for ${clientWords(client)}`}. While it is{' '}
        {negate ? 'active' : 'off'}, requests get {status}.
      </p>
    )}
  />
)
