import { defineKind } from './kind.ts'

/** What programs identify themselves with. */
export const apiKeys = defineKind({
  domain: 'ApiKey',
  nouns: ['API key', 'API keys'],
  prefix: 'APIKEY',
  path: '/access/keys',
  list: '/access?tab=keys',
  resource: 'apikeys',
  tagged: false,
  operations: ({ api }) => api.apiKeys,
  blank: (clientId: string) => ({ clientId, name: clientId }),
  fields: 'clientId',
  secret: {
    member: 'clientSecret',
    label: 'secret',
    purpose: 'Programs identify themselves with the id and this secret.',
    env: (id: string, secret: string) => `SIGNALBOX_CLIENT_ID=${id}\nSIGNALBOX_CLIENT_SECRET=${secret}`,
    curl: (id: string, secret: string, apiUrl: string) => `curl -u ${id}:${secret} ${apiUrl}/api/me`,
  },
  loss: 'The secret is lost, and programs that use the key are rejected.',
})
