import type { AccessModeName } from '../../plans/access-modes.ts'
import type { Plan } from '../../plans/plan.ts'
import type { GatewayApi } from '../apis/api.ts'
import type { ApiRoute } from '../routes/route.ts'
import { type CompileReferences, compile } from './compile.ts'
import type { Compiled, CompiledRoute, CompiledSlot } from './compiled-route.ts'

/** A route that compiles without warnings. */
export const plainRoute: ApiRoute = { id: 'users', backend: 'main', frontend: { paths: ['/users'] } }

/** A published API without plugins that compiles without warnings, apart from what is given. */
export const shop = (given: Partial<GatewayApi> = {}): GatewayApi => ({
  id: 'shop',
  name: 'Shop',
  domain: 'api.x.tld',
  context_path: '/v1',
  state: 'published',
  backends: [{ id: 'main', backend: { targets: [{ hostname: 'main.local', port: 8080 }] } }],
  flows: [{ id: 'default_plugin_chain' }],
  routes: [plainRoute],
  ...given,
})

/** A valid published plan for every access mode. */
export const plans = {
  keyless: { id: 'free', status: 'published', access_mode_configuration_type: 'keyless' },
  apikey: { id: 'keys', status: 'published', access_mode_configuration_type: 'apikey' },
  jwt: {
    id: 'tokens',
    status: 'published',
    access_mode_configuration_type: 'jwt',
    access_mode_configuration: { secret: 'of the plan', algorithms: ['HS256'] },
  },
  mtls: {
    id: 'certificates',
    status: 'published',
    access_mode_configuration_type: 'mtls',
    access_mode_configuration: { subjectPatterns: ['CN=*.x.tld'] },
  },
  'oauth2-local': {
    id: 'local',
    status: 'published',
    access_mode_configuration_type: 'oauth2-local',
    access_mode_configuration: { expiresIn: 60, scopes: ['read'] },
  },
  'oauth2-remote': {
    id: 'remote',
    status: 'published',
    access_mode_configuration_type: 'oauth2-remote',
    access_mode_configuration: { introspectionUrl: 'https://id.x.tld/introspect', clientSecret: 'of the client' },
  },
} satisfies Record<AccessModeName, Plan>

/** Warnings without their codes. */
export const told = (warnings: readonly { pointer: string; message: string }[]) =>
  warnings.map(({ pointer, message }) => ({ pointer, message }))

/** Compiles an API with one route: returns the route, the warnings with pointers and messages, and their codes. */
export function compileOne(given: Partial<GatewayApi>, references?: CompileReferences) {
  const { routes, warnings } = compile(shop(given), references)
  return { route: routes[0] as CompiledRoute, warnings: told(warnings), codes: warnings.map(({ code }) => code) }
}

/** A target with the defaults of compiled routes. */
export const target = (hostname: string, given: object = {}) => ({
  hostname,
  port: 80,
  tls: false,
  weight: 1,
  drained: false,
  backup: false,
  protocol: 'HTTP/1.1',
  ...given,
})

/** The ids of the compiled routes. */
export const idsOf = ({ routes }: Compiled): string[] => routes.map(({ id }) => id)

/** The names of plugins without their common prefix. */
export const namesOf = (slots: readonly CompiledSlot[]): string[] =>
  slots.map(({ plugin }) => plugin.replace('cp:gateway.next.plugins.', ''))
