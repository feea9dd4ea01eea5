import type { Part } from './fault.ts'

export const compile: Part = {
  name: 'compile',
  tests: ['packages/core/src/gateway/compile/'],
  further: ['packages/core/src/gateway/', 'packages/core/src/access/stored-backends.test.ts'],
  inApi: true,
  files: {
    'packages/core/src/gateway/compile/compile.ts': [
      {
        breaks: 'draft routes name the deployment of the live ones',
        text: 'definition: draft ?? api, deployment: undefined,',
        fault: 'definition: draft ?? api, deployment,',
      },
    ],
    'packages/core/src/gateway/compile/collisions.ts': [
      {
        breaks: 'routes with a guard that has no member mandatory count as open',
        text: 'config.mandatory !== false',
        fault: 'config.mandatory === true',
      },
      {
        breaks: 'routes that differ in a trailing slash only are not seen to collide',
        text: "exact && match.path.endsWith('/')",
        fault: "match.path.endsWith('/')",
      },
    ],
    'packages/core/src/gateway/compile/frontend.ts': [
      {
        breaks: 'the same host in other letter case is said to be dropped',
        text: "host !== '' && host.toLowerCase() !== domain.toLowerCase()",
        fault: "host !== '' && host !== domain",
      },
      {
        breaks: 'a domain without a path beside paths opens the whole domain',
        text: "paths.length > 0 ? split.filter((path) => path !== '') : split",
        fault: 'paths.length > 0 ? split : split',
      },
    ],
    'packages/core/src/gateway/compile/forward-path.ts': [
      {
        breaks: 'stripping a path takes the first segment of the rest with it',
        text: "segments.at(-1)?.kind === 'rest' ? segments.length - 1 : segments.length",
        fault: 'segments.length',
      },
    ],
    'packages/core/src/gateway/compile/backends/targets.ts': [
      {
        breaks: 'targets with TLS and no port get port 80',
        text: 'number => (tls ? 443 : 80)',
        fault: 'number => (tls ? 80 : 80)',
      },
    ],
    'packages/core/src/gateway/compile/backends/balancing.ts': [
      {
        breaks: 'defaults of load balancing replace what was sent',
        text: 'stickyCookie(identity) }), ...members }',
        fault: 'stickyCookie(identity) }), ...members, ...defaults }',
      },
    ],
    'packages/core/src/gateway/compile/plans.ts': [
      {
        breaks: 'an API whose plans are not published yet is open',
        text: 'slots: isGuarded && !isOpen ? [...slots, expectedConsumer] : slots',
        fault: 'slots: isGuarded && enforced.length > 0 && !isOpen ? [...slots, expectedConsumer] : slots',
      },
    ],
    'packages/core/src/gateway/compile/definition.ts': [
      {
        breaks: 'an invalid path hides the missing flow of a route',
        text: 'chain.refusal ?? security.refusal ?? unread ?? unsent',
        fault: 'unread ?? chain.refusal ?? security.refusal ?? unsent',
      },
    ],
    'packages/core/src/gateway/compile/flow.ts': [
      {
        breaks: 'plugins run without the defaults of their configuration',
        text: 'toSlot({ ...slot, config: configOf(plugin, slot.config ?? {}) })',
        fault: 'toSlot({ ...slot, config: slot.config ?? {} })',
      },
    ],
    'packages/core/src/gateway/compile/route-list.ts': [
      {
        breaks: 'the list of a caller who may read backends is kept for one who may not',
        text: "    caller.patterns('R', 'Backend'),\n",
        fault: '',
      },
    ],
    'packages/core/src/gateway/compile/shown.ts': [
      {
        breaks: 'routes show secrets',
        text: 'secrets.mask(ofRoute(route))',
        fault: 'ofRoute(route)',
      },
    ],
    'packages/core/src/gateway/compile/references.ts': [
      {
        breaks: 'drafts do not find the stored backends that only they name',
        text: 'new Set([live ?? api, draft ?? api].flatMap(',
        fault: 'new Set([live ?? api].flatMap(',
      },
    ],
  },
}
