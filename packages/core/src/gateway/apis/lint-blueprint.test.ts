import { expect, it } from 'vitest'
import { unfitForBlueprint } from './lint-blueprint.ts'

const lint = (api: object) => unfitForBlueprint({ api: { name: 'A', ...api } }).map(([pointer]) => pointer)
const route = (methods?: readonly string[], more: object = {}) => ({ id: 'r', frontend: { methods }, ...more })
const backends = (...targets: object[]) => [{ id: 'b', backend: { targets } }]

it.each<[what: string, api: object, found: readonly string[]]>([
  ['GraphQL with GET alone', { blueprint: 'GraphQL', routes: [route(['GET'])] }, ['/blueprint']],
  [
    'GraphQL with a disabled route',
    { blueprint: 'GraphQL', routes: [route(['POST'], { enabled: false })] },
    ['/blueprint'],
  ],
  ['GraphQL with POST', { blueprint: 'GraphQL', routes: [route(['GET']), route(['post'])] }, []],
  ['GraphQL with every method', { blueprint: 'GraphQL', routes: [route(), route([])] }, []],
  ['GraphQL without routes, which another rule reports', { blueprint: 'GraphQL', routes: [] }, []],
  ['REST with GET alone', { blueprint: 'REST', routes: [route(['GET'])] }, []],
  [
    'gRPC over HTTP/1.1',
    { blueprint: 'gRPC', backends: backends({}, { protocol: 'HTTP/2' }) },
    [0, 1].map((i) => `/backends/0/backend/targets/${i}`),
  ],
  ['gRPC with TLS or h2c', { blueprint: 'gRPC', backends: backends({ tls: true }, { protocol: 'h2c' }) }, []],
  ['REST over HTTP/1.1', { backends: backends({}) }, []],
])('%s', (_, api, found) => expect(lint(api)).toEqual(found))
