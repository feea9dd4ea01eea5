// Error pages for a proxy of your own: templates are records, what a client gets is a function of them.
// Run: npx node --conditions=@signalbox/source examples/error-pages.ts
import type { GatewayError } from '@signalbox/core'
import { createSignalbox, errorTemplateIds, renderError } from '@signalbox/core'

const box = createSignalbox()
await box.errorTemplates.create({
  body: {
    serviceId: 'shop',
    genericTemplates: { 'errors\\.backend\\..*': '<h1>The shop is closed</h1><p>${message} (${errorId})</p>' },
    messages: { 'message-504': 'It will open again in a minute' },
  },
})

/** The template of the route, of its API, or of everything. */
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
