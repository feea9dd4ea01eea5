import { Json } from '../../parts/json/Json.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { balancingOf } from '../backend/balancing.ts'
import type { CompiledRoute } from '../routes/compiled.ts'

interface BackendPartProps {
  readonly backend: CompiledRoute['backend']
  readonly api: string
}

/** Where requests go. */
export function BackendPart({ backend, api }: BackendPartProps) {
  const { ref, stored = false, hidden = false, targets, root = '', rewrite = false, load_balancing, client } = backend
  const link = stored
    ? `/gateway/backends/${encodeURIComponent(ref ?? '')}`
    : `/gateway/apis/${encodeURIComponent(api)}?part=backends`
  return (
    <section class="route-part" aria-labelledby="route-backend">
      <h2 id="route-backend">Backend</h2>
      {ref === undefined ? (
        <p class="muted">The route has no backend: a plugin responds, or requests fail.</p>
      ) : (
        <p>
          {hidden ? <span class="key">{ref}</span> : <Link to={link}>{ref}</Link>}{' '}
          <span class="muted">{stored ? 'stored for all APIs' : 'of this API'}</span>
        </p>
      )}
      {hidden && <p class="muted">You can’t read this backend, so its targets are not shown.</p>}
      {ref !== undefined && !hidden && (
        <>
          <dl class="facts">
            {root !== '' && (
              <>
                <dt>Path</dt>
                <dd>
                  <code>{root}</code> {rewrite ? 'instead of the path of the request' : 'in front of the path'}
                </dd>
              </>
            )}
            <dt>Balancing</dt>
            <dd>{balancingOf(load_balancing?.type).label}</dd>
          </dl>
          <table class="route-targets">
            <thead>
              <tr>
                <th scope="col">Target</th>
                <th scope="col">Protocol</th>
                <th scope="col">Weight</th>
                <th scope="col">Service</th>
              </tr>
            </thead>
            <tbody>
              {targets.map((target, at) => (
                <tr key={at}>
                  <td class="key">
                    {target.tls ? 'https' : 'http'}://{target.hostname}:{target.port}
                  </td>
                  <td>{target.protocol ?? 'HTTP/1.1'}</td>
                  <td>{target.weight ?? 1}</td>
                  <td>{target.drained ? 'Drained' : target.backup ? 'Backup' : 'In service'}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {targets.length === 0 && <p class="muted">The backend has no targets.</p>}
          <details class="more-settings">
            <summary>Client settings</summary>
            <Json label="The client settings" value={client} />
          </details>
        </>
      )}
    </section>
  )
}
