// Error pages for your own proxy: templates are records, and pages are rendered from them.
// Run: npx node --conditions=@signalbox/source examples/error-pages.ts
import { createSignalbox, errorTemplateIds, type GatewayError, renderError } from '@signalbox/core'

const box = createSignalbox()
await box.errorTemplates.create({
  body: {
    serviceId: 'shop',
    genericTemplates: { 'errors\\.backend\\..*': '<h1>The shop is closed</h1><p>${message} (${errorId})</p>' },
    messages: { 'message-504': 'It will open again in a minute' },
  },
})

/** Finds the template of the route, else of its API, else the general one. */
async function templateFor(route: string, api: string) {
  const ids = errorTemplateIds({ route, api })
  const { results } = await box.errorTemplates.list({ pattern: ids.join(',') })
  return ids.map((id) => results.find(({ serviceId }) => serviceId === id)).find(Boolean)
}

const error: GatewayError = { cause: 'errors.backend.timeout', errorId: 'an-id-to-search-the-logs-for' }
const template = await templateFor('shop:cart', 'shop')
for (const accept of ['text/html', 'application/json']) {
  const { status, headers, body } = renderError({ ...error, accept }, template)
  console.log(status, headers['Content-Type'])
  console.log(body)
}
console.log(renderError(error).body.split('\n').length, 'lines of a built-in page, where there is no template')
