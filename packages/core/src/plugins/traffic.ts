import { problem } from '../errors.ts'
import { pattern } from '../in-words.ts'
import { tryPattern } from '../linear-pattern.ts'
import { Type } from '../schema.ts'
import { definePlugin } from './define-plugin.ts'
import { count, methods, settings } from './settings.ts'

const addresses = settings({
  addresses: Type.Optional(
    Type.Array(
      Type.String({
        format: 'IP address or range',
        description: 'An address, a range in CIDR form (`10.0.0.0/8`), or one with wildcards (`10.0.*`)',
      }),
    ),
  ),
})

/** Maximum size of the pattern of `PathRewrite` in steps: it is run for every request. */
const MOST_STEPS = 1000

/** Plugins that filter requests and change their address. */
export const trafficPlugins = [
  definePlugin({
    id: 'IpAddressAllowedList',
    name: 'Allowed addresses',
    description: 'Rejects requests from addresses outside the list',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: addresses,
    defaultConfig: { addresses: [] },
    implemented: true,
  }),
  definePlugin({
    id: 'IpAddressBlockList',
    name: 'Blocked addresses',
    description: 'Rejects requests from addresses in the list',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: addresses,
    defaultConfig: { addresses: [] },
    implemented: true,
  }),
  definePlugin({
    id: 'AllowHttpMethods',
    name: 'Allowed methods',
    description: 'Rejects requests with other methods with 405',
    steps: ['ValidateAccess'],
    categories: ['AccessControl', 'Security'],
    configSchema: settings({
      allowed: methods('Allowed methods; empty: all. HEAD is allowed where GET is'),
      forbidden: methods('Forbidden methods; have precedence over `allowed`'),
    }),
    defaultConfig: { allowed: [], forbidden: [] },
    implemented: true,
  }),
  definePlugin({
    id: 'ForceHttpsTraffic',
    name: 'Force https',
    description: 'Redirects unencrypted requests to the same address under https',
    steps: ['PreRoute'],
    categories: ['Security'],
    configSchema: settings({
      port: count('The port for https', 1, 65_535),
      hsts_max_age: count('Seconds of Strict-Transport-Security (RFC 6797); 0: no header'),
    }),
    defaultConfig: { port: 443, hsts_max_age: 0 },
    implemented: true,
  }),
  definePlugin({
    id: 'PathRewrite',
    name: 'Path rewrite',
    description: 'Replaces parts of the path to the backend by a regular expression',
    steps: ['TransformRequest'],
    categories: ['TrafficControl'],
    configSchema: settings({
      pattern: Type.String({
        minLength: 1,
        description:
          'A regular expression (RE2) for the path after stripping, without the query. Each match is replaced',
      }),
      to: Type.String({
        pattern: pattern('^[!"$-.\\/0->@-\\[\\]-~]*$', 'must be printable ASCII, without spaces, ?, # and backslashes'),
        description: 'The replacement: `$1` is a group, `$<name>` a named one, `$$` a dollar sign',
      }),
    }),
    rules: ({ pattern: written }) => {
      const { problem: found, size } = tryPattern(String(written))
      const flaw = found ?? (size > MOST_STEPS ? problem('error.pattern.size', MOST_STEPS) : undefined)
      return flaw ? { '/pattern': [flaw] } : {}
    },
    multiInstance: true,
    implemented: true,
  }),
]
