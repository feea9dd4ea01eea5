import { Fragment } from 'preact'
import { Aspect } from '../../parts/signs/Aspect.tsx'
import { Link } from '../../parts/ways/Link.tsx'
import { shortName } from '../routes/route-row.ts'
import { Candidate } from './Candidate.tsx'
import type { Explained } from './create-explaining.ts'
import { readWords, releaseWords } from './explain-words.ts'
import { HIDDEN, type Release } from './explanation.ts'
import { Forward } from './Forward.tsx'
import { Part } from './Part.tsx'
import { planeWords } from './plane-words.ts'

/** What is behind an outcome: the routes that were considered, the plugins, and what the backend gets. */
export function Result({ explained }: { readonly explained: Explained }) {
  const { explanation, planes } = explained
  const { candidates, plugins, releases = [], forward, canonical, params = {}, revision } = explanation
  const told = planeWords(planes, revision)
  return (
    <>
      <Part title="Routes that were considered">
        {candidates.length === 0 && <p class="muted">No route has this path.</p>}
        <ol class="explain-candidates">
          {candidates.map((one, at) => (
            <li key={`${one.route} ${at}`}>
              <Candidate candidate={one} explained={explained} />
            </li>
          ))}
        </ol>
      </Part>
      {plugins.length > 0 && (
        <Part title="Plugins">
          <ol class="route-plugins">
            {plugins.map(({ plugin, stage, runs, because }, at) => (
              <li key={at} class={runs ? 'runs' : undefined}>
                <div class="slot">
                  <span class="key" title={plugin}>
                    {shortName(plugin)}
                  </span>
                  <span class="muted">{stage}</span>
                  {runs ? (
                    <Aspect is="clear">Runs</Aspect>
                  ) : (
                    <span class="muted">
                      Does not run{because && `: ${because[0]!.toLowerCase()}${because.slice(1)}`}
                    </span>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </Part>
      )}
      {releases.length > 0 && (
        <Part title="Features and experiments">
          <ul>
            {releases.map((release, at) => (
              <li key={at}>
                <ReleaseName release={release} /> <span class="muted">{releaseWords(release)}</span>
              </li>
            ))}
          </ul>
        </Part>
      )}
      {forward && <Forward forward={forward} explained={explained} />}
      <Part title="Read as">
        <dl class="facts">
          <dt>Host</dt>
          <dd>{canonical.host ?? 'invalid'}</dd>
          <dt>Path</dt>
          <dd class="key">{canonical.path === undefined ? 'invalid' : `${canonical.path}${canonical.query}`}</dd>
          {Object.entries(params).map(([name, value]) => (
            <Fragment key={name}>
              <dt class="key">:{name}</dt>
              <dd class="key">{value}</dd>
            </Fragment>
          ))}
          <dt>From</dt>
          <dd>{readWords(canonical)}</dd>
        </dl>
        {told.length > 0 && <p class="muted">{told.join(' ')}</p>}
      </Part>
    </>
  )
}

function ReleaseName({ release }: { readonly release: Release }) {
  const [kind, id] = 'feature' in release ? ['Feature', release.feature] : ['Experiment', release.experiment]
  if (id === HIDDEN) return <span>{kind} that you can’t read:</span>
  return (
    <>
      {kind} <Link to={`/${kind.toLowerCase()}s/${encodeURIComponent(id).replaceAll('%3A', ':')}`}>{id}</Link>
    </>
  )
}
