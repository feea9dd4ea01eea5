import { page } from './page.ts'

/** The script and the style sheet of Swagger UI, as texts. */
export interface UiAssets {
  readonly script: string
  readonly style: string
}

/**
 * Renders the OpenAPI document as a self-contained page, which calls only the service that it describes. The parts that
 * all responses share are prepared once.
 */
export function docsPage({ script, style }: UiAssets): (document: string) => Response {
  const [safeScript, safeStyle] = [inScript(script), inStyle(style)]
  const render = (document: string) => (nonce: string) =>
    `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signalbox API</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${safeStyle}</style>
</head>
<body>
<div id="ui"></div>
<script type="application/json" id="document">${inScript(document)}</script>
<script nonce="${nonce}">${safeScript}</script>
<script nonce="${nonce}">${start}</script>
</body>
</html>
`
  return (document) => page(render(document), ["connect-src 'self'"])
}

/**
 * Starts Swagger UI. It contacts no validator, ignores the page's address and stores no credentials. The search box at
 * the top filters operations by words of their method, path, summary and tag; `/` focuses it.
 */
const start = `
const wordsOf = (operation, tag) =>
  [tag, operation.get('method'), operation.get('path'), operation.getIn(['operation', 'summary'])].join(' ').toLowerCase()
const search = () => ({
  fn: {
    opsFilter: (tags, phrase) => {
      const wanted = phrase.toLowerCase().split(/\\s+/)
      const isFound = (name) => (operation) => wanted.every((word) => wordsOf(operation, name).includes(word))
      return tags
        .map((tag, name) => tag.update('operations', (operations) => operations.filter(isFound(name))))
        .filter((tag) => tag.get('operations').size > 0)
    }
  },
  statePlugins: {
    layout: {
      wrapActions: {
        updateFilter: (update, { layoutActions, specSelectors }) => (phrase) => {
          for (const tag of specSelectors.tags()) layoutActions.show(['operations-tag', tag.get('name')], phrase !== '')
          return update(phrase)
        }
      }
    }
  }
})
SwaggerUIBundle({
  spec: JSON.parse(document.getElementById('document').textContent),
  dom_id: '#ui',
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  filter: true,
  plugins: [search],
  queryConfigEnabled: false,
  persistAuthorization: false,
  validatorUrl: null
})
const box = () => document.querySelector('.operation-filter-input')
const name = () => {
  if (box() === null) return void requestAnimationFrame(name)
  box().placeholder = 'Search operations, with /'
  box().setAttribute('aria-label', 'Search operations')
}
name()
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.matches('input, textarea, select')) return
  event.preventDefault()
  box()?.focus()
})`

/** Escapes `<` where a text could end its script element or begin a comment or another script in it. */
const inScript = (text: string): string => text.replace(/<(?=!--|\/?script)/gi, '\\u003c')

/** The same for style sheets. Also removes references to their source maps. */
const inStyle = (text: string): string =>
  text.replace(/\/\*# sourceMappingURL=.*?\*\//g, '').replace(/<(?=\/style)/gi, '\\3c ')
