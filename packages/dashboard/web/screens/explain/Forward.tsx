import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import type { Explained } from './create-explaining.ts'
import { targetWords } from './explain-words.ts'
import type { Explanation } from './explanation.ts'
import { Part } from './Part.tsx'

interface ForwardProps {
  readonly forward: NonNullable<Explanation['forward']>
  readonly explained: Explained
}

/** What the backend would get, and which of its targets could take it. */
export function Forward({ forward, explained: { explanation, request } }: ForwardProps) {
  const { backend, stored, path, host, balancing, targets } = forward
  const api = /^(?:testing_)?([^:]*):/.exec(explanation.route ?? '')?.[1] ?? ''
  const link = stored
    ? `/gateway/backends/${encodeURIComponent(backend ?? '')}`
    : `/gateway/apis/${encodeURIComponent(api)}?part=backends`
  return (
    <Part title="What the backend gets">
      <dl class="facts">
        <dt>Backend</dt>
        <dd>
          {backend === undefined ? 'without an id' : <Link to={link}>{backend}</Link>}{' '}
          <span class="muted">{stored ? 'stored for all APIs' : 'of this API'}</span>
        </dd>
        <dt>Request</dt>
        <dd class="key">
          {request.method} {path}
        </dd>
        <dt>Host</dt>
        <dd class="key">{host}</dd>
        <dt>Balancing</dt>
        <dd>{balancing}</dd>
      </dl>
      <table class="route-targets">
        <thead>
          <tr>
            <th scope="col">Target</th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody>
          {targets.map(({ id, state, why }) => (
            <tr key={id}>
              <td class="key">{id}</td>
              <td>
                <Aspect is={state === 'usable' ? 'clear' : state === 'backup' ? 'caution' : 'danger'}>
                  {targetWords(state)}
                </Aspect>
                {why !== undefined && (
                  <span class="muted" dir="auto">
                    {' '}
                    {why}
                  </span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Part>
  )
}
