import type { GatewayApi } from '../served/gateway-api.ts'

/** The kinds of APIs, as they are written. */
export const blueprints: Readonly<Record<NonNullable<GatewayApi['blueprint']>, string>> = {
  ...{ REST: 'REST', GraphQL: 'GraphQL', gRPC: 'gRPC', Http: 'HTTP', Websocket: 'WebSocket' },
}

/** Switches of an API besides its lever: what each does while it is on, and while it is off. */
export const switches = [
  {
    member: 'capture',
    label: 'Capture requests',
    on: 'The last 100 requests are kept in memory, with the first 8 KiB of each body, for anyone who can change the API. This takes memory and time, and bodies can hold personal data: turn it off when you are done.',
    off: 'Requests are not kept.',
  },
  {
    member: 'debug_flow',
    label: 'Debug the flow',
    on: 'The live tail shows what each plugin decided, and how long it took. This costs a line for each plugin while somebody watches.',
    off: 'The live tail shows requests without their plugins.',
  },
  {
    member: 'export_reporting',
    label: 'Detailed reports',
    on: 'The access log has every request, with the bytes and the time of the backend and of each plugin. This costs a longer line for each request, and time to write it.',
    off: 'The access log has a sample of requests, if it is set to one, without times of plugins.',
  },
  {
    member: 'show_usage',
    label: 'Show consumers their usage',
    on: 'Consumers can see what’s left of their quotas at .well-known/usage under the context path. This adds one route.',
    off: 'Consumers can’t see what’s left of their quotas.',
  },
] as const satisfies readonly {
  member: keyof GatewayApi
  label: string
  on: string
  off: string
}[]
