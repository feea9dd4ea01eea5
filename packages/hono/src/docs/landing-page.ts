import { chooseType } from '@signalbox/core/wire'
import packageJson from '../../package.json' with { type: 'json' }
import type { DocsOptions } from './docs.ts'
import { emblem, script, style } from './landing-assets.ts'
import { page } from './page.ts'

/** Options of the landing page. */
export interface LandingOptions {
  /**
   * The `docs` option given to `toHono`: whether there is an API reference page, and whether descriptions need a key.
   */
  readonly docs?: DocsOptions
}

/**
 * Creates the handler of a service's root address. Browsers get a page that introduces the service, links the
 * descriptions and explains how to sign in; other clients get the same as text. Mount it next to `toHono`.
 *
 * @example
 * ```ts
 * const landing = landingPage()
 * app.get('/', (c) => landing(c.req.raw))
 * ```
 */
export function landingPage({ docs = {} }: LandingOptions = {}): (request: Request) => Response {
  const isGuarded = !!docs.accessKey && docs.mode !== 'development'
  const links = places.filter(({ needsUi }) => !needsUi || docs.ui !== undefined)
  return ({ url, headers }) => {
    const origin = addressOf(url)
    if (wantsHtml(headers.get('Accept'))) return page((nonce) => html({ origin, links, isGuarded, nonce }))
    return new Response(plain({ origin, links }), {
      headers: { 'Content-Type': 'text/plain; charset=utf-8', Vary: 'Accept', 'X-Content-Type-Options': 'nosniff' },
    })
  }
}

interface Place {
  readonly path: string
  readonly title: string
  readonly about: string
  readonly needsUi?: boolean
}

/** The places that can be visited without an API key. */
const places: readonly Place[] = [
  {
    path: '/apis/openapi/ui',
    title: 'API reference',
    about: 'All operations, with a form to try each one',
    needsUi: true,
  },
  { path: '/apis/workflows/doc', title: 'Workflows', about: 'The language of workflows, with examples and search' },
  { path: '/apis/openapi.json', title: 'OpenAPI document', about: 'For client generators; also available as YAML' },
  { path: '/apis/plugins.json', title: 'Plugins', about: 'The plugins that flows of APIs can use, with JSON Schemas' },
  { path: '/api/_health', title: 'Health', about: 'Whether records can be read and written' },
]

/** The steps from the first password to a feature. Each command works once the capitalized words are replaced. */
const steps = (origin: string) => [
  {
    title: 'Log in',
    about:
      'The first start prints the password of the user admin in the terminal. To set another password, run signalbox passwd.',
    command: `curl -c cookies -H 'Content-Type: application/json' -d '{"userId": "admin", "password": "PASSWORD"}' ${origin}/api/login`,
  },
  {
    title: 'Create an API key',
    about: 'Programs use API keys. Only this response contains the clientSecret.',
    command: `curl -b cookies -H 'Content-Type: application/json' -d '{"clientId": "me", "name": "Me", "admin": true}' ${origin}/api/apikeys`,
  },
  {
    title: 'Create a feature',
    about: 'Then check whether it is active at /api/features/shop:express/check.',
    command: `curl -u me:SECRET -H 'Content-Type: application/json' -d '{"id": "shop:express", "enabled": true, "activationStrategy": "NO_STRATEGY"}' ${origin}/api/features`,
  },
]

/** The requested address without a trailing slash. Hosts that could break out of a quoted command are replaced. */
function addressOf(url: string): string {
  const { protocol, host, pathname } = new URL(url)
  return /^[\w.:[\]-]+$/.test(host) ? `${protocol}//${host}${pathname.replace(/\/+$/, '')}` : `${protocol}//localhost`
}

/** Browsers accept HTML explicitly; clients that accept anything are programs. */
const wantsHtml = (accept: string | null): boolean => chooseType(accept, ['text/plain', 'text/html']) === 'text/html'

const plain = ({ origin, links }: { origin: string; links: readonly Place[] }): string =>
  [
    `Signalbox ${packageJson.version}: feature flags, configuration, experiments and the administration of an API gateway.`,
    '',
    ...links.map(({ path, about }) => `${origin}${path}\n    ${about}`),
    '',
    ...steps(origin).map(({ title, about, command }) => `${title}. ${about}\n    ${command}`),
    '',
  ].join('\n')

interface Shown {
  readonly origin: string
  readonly links: readonly Place[]
  readonly isGuarded: boolean
  readonly nonce: string
}

const html = ({ origin, links, isGuarded, nonce }: Shown): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Signalbox</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header>
${emblem}
<div>
<h1>Signalbox <small>${packageJson.version}</small></h1>
<p>Feature flags, configuration, experiments and the administration of an API gateway.</p>
</div>
</header>
<main>
<p class="state"><i></i><span><b>The service is running.</b> There is no dashboard at this address: use the API.</span></p>
<section aria-labelledby="look">
<h2 id="look">Look around</h2>
${isGuarded ? '<p>The pages below <code>/apis</code> require a key: log in as the user <code>doc</code> with the key as the password.</p>' : ''}
<ul class="places">
${links.map(toPlace).join('\n')}
</ul>
</section>
<section aria-labelledby="begin">
<h2 id="begin">First steps</h2>
<ol>
${steps(origin).map(toStep).join('\n')}
</ol>
</section>
</main>
<script nonce="${nonce}">${script}</script>
</body>
</html>
`

const toPlace = ({ path, title, about }: Place): string =>
  `<li><a href="${path.slice(1)}"><b>${title}</b><span>${about}</span><code>${path}</code></a></li>`

const toStep = ({ title, about, command }: ReturnType<typeof steps>[number]): string =>
  `<li><h3>${title}</h3><p>${about}</p><div class="command"><pre tabindex="0"><code>${marked(command)}</code></pre><button type="button" hidden>Copy</button></div></li>`

/** A command as HTML, with the words to replace highlighted. */
const marked = (command: string): string =>
  command
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    .replace(/\b(PASSWORD|SECRET)\b/g, '<mark>$1</mark>')
