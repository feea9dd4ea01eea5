/** A member of the settings of a way to choose a target. */
export type BalancingMember = {
  readonly name: 'cookie' | 'same_site' | 'ttl' | 'header_name' | 'cookie_name' | 'query_name' | 'ratio'
  readonly label: string
  readonly hint: string
  readonly placeholder: string
} & ({ readonly kind: 'text' } | { readonly kind: 'number' /** What it counts. */; readonly unit: string })

interface Balancing {
  readonly type: string
  readonly label: string
  /** Which target gets a request. */
  readonly means: string
  readonly members?: readonly BalancingMember[]
}

/** The ways to choose a target, the usual ones first. */
export const balancings: readonly Balancing[] = [
  { type: 'RoundRobin', label: 'Round robin', means: 'Targets take turns, by their weights.' },
  { type: 'Random', label: 'Random', means: 'Any target, by weights.' },
  { type: 'LeastConnections', label: 'Fewest requests', means: 'The target with the fewest requests in progress.' },
  { type: 'PowerOfTwoRandomChoices', label: 'Better of two', means: 'The less busy of two random targets.' },
  { type: 'BestResponseTime', label: 'Fastest', means: 'The target that has answered fastest.' },
  {
    type: 'WeightedBestResponseTime',
    label: 'Mostly the fastest',
    means: 'The fastest target for a share of requests, any other for the rest.',
    members: [
      {
        name: 'ratio',
        label: 'Share',
        hint: 'How many requests the fastest target gets.',
        kind: 'number',
        unit: 'of the requests, as a share from 0 to 1',
        placeholder: '0.5',
      },
    ],
  },
  {
    type: 'Sticky',
    label: 'Sticky',
    means: 'A cookie keeps a browser with its target.',
    members: [
      {
        name: 'cookie',
        label: 'Cookie',
        hint: 'It names the target. Empty: a generated name, unique to this backend.',
        kind: 'text',
        placeholder: 'signalbox-target-…',
      },
      {
        name: 'same_site',
        label: 'SameSite',
        hint: 'Lax, Strict, or None for pages that other sites embed: then over https only.',
        kind: 'text',
        placeholder: 'Lax',
      },
      {
        name: 'ttl',
        label: 'Kept for',
        hint: 'Empty: as long as the browser is open.',
        kind: 'number',
        unit: 's',
        placeholder: 'session',
      },
    ],
  },
  { type: 'IpAddressHash', label: 'By address of the client', means: 'Requests from one address go to one target.' },
  {
    type: 'HeaderHash',
    label: 'By header',
    means: 'Requests with the same value of a header go to one target.',
    members: [{ name: 'header_name', label: 'Header', hint: '', kind: 'text', placeholder: 'X-User-Id' }],
  },
  {
    type: 'CookieHash',
    label: 'By cookie',
    means: 'Requests with the same value of a cookie go to one target.',
    members: [{ name: 'cookie_name', label: 'Cookie', hint: '', kind: 'text', placeholder: 'user' }],
  },
  {
    type: 'QueryHash',
    label: 'By query parameter',
    means: 'Requests with the same value of a parameter go to one target.',
    members: [{ name: 'query_name', label: 'Parameter', hint: '', kind: 'text', placeholder: 'user' }],
  },
  { type: 'Failover', label: 'Failover', means: 'The first target that is usable, in their order.' },
]

/** The way that a type names; round robin for unknown ones, as the gateway does. */
export const balancingOf = (type: string | undefined): Balancing =>
  balancings.find((one) => one.type === type) ?? balancings[0]!
