// The OpenAPI document of the service, generated from its operations and protected by a key.
// Run: npx node --conditions=@signalbox/source examples/openapi.ts
import { createSignalbox } from '@signalbox/core'
import { toHono } from '@signalbox/hono'

const box = createSignalbox()
const app = toHono(box, { docs: { accessKey: 'key of the descriptions' } })

const refused = await app.request('/apis/openapi')
console.log(refused.status, refused.headers.get('WWW-Authenticate'))

const Authorization = `Basic ${btoa('doc:key of the descriptions')}`
const answer = await app.request('/apis/openapi', { headers: { Authorization } })
const { openapi, paths } = (await answer.json()) as { openapi: string; paths: Record<string, object> }
console.log(openapi, Object.keys(paths['/api/features/{id}'] ?? {}).join(' '))

const ETag = answer.headers.get('ETag') ?? ''
const again = await app.request('/apis/openapi', { headers: { Authorization, 'If-None-Match': ETag } })
console.log(again.status)

const yaml = await app.request('/apis/openapi', { headers: { Authorization, Accept: 'application/yaml, */*;q=0.1' } })
console.log((await yaml.text()).split('\n')[0])
