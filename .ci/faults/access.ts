import type { Part } from './fault.ts'

export const access: Part = {
  name: 'access',
  tests: [
    'packages/core/src/access/',
    'packages/core/src/machine/callers/',
    'packages/core/src/machine/guessing/',
    'packages/core/src/subscriptions/visible.test.ts',
    'packages/hono/src/answering/credentials.test.ts',
  ],
  further: [
    'packages/hono/src/same-origin.test.ts',
    'packages/hono/src/session-cookie.test.ts',
    'packages/hono/src/throttled.test.ts',
    'packages/hono/src/access.test.ts',
    'packages/core/src/webhooks/failing.test.ts',
  ],
  inApi: true,
  files: {
    'packages/core/src/machine/callers/caller.ts': [
      {
        breaks: 'callers who may only read pass the check for deleting many',
        text: 'const { domain, right, or = right, orDomain',
        fault: "const { domain, right, or = 'R', orDomain",
      },
      {
        breaks: 'the patterns of one right serve for all rights in its domain',
        text: 'return known[right]',
        fault: 'return Object.values(known)[0] as string',
      },
    ],
    'packages/core/src/machine/callers/grants.ts': [
      {
        breaks: 'grants to write do not include reading',
        text: "right === 'R' || !given || given.includes(right)",
        fault: '!given || given.includes(right)',
      },
    ],
    'packages/core/src/access/verify-secrets.ts': [
      {
        breaks: 'a key whose secret or grants changed works as before',
        text: 'if (known) verified.set(event.key, { ...known, isStale: true })',
        fault: 'if (known) verified.set(event.key, { ...known })',
      },
      {
        breaks: 'a key that changes while it is looked up is remembered as it was',
        text: 'if (changes === before) verified.set(id, { digest, identity })',
        fault: 'if (changes >= before) verified.set(id, { digest, identity })',
      },
      {
        breaks: 'a key that was revoked is recognized until its connection ends',
        text: 'if (last && last.known === known && last.id === id',
        fault: 'if (last && known && last.id === id',
      },
      {
        breaks: 'another secret is accepted on the connection of a key',
        text: 'last.id === id && isEqual(last.secret, secret)',
        fault: 'last.id === id',
      },
    ],
    'packages/core/src/access/last-admin.ts': [
      {
        breaks: 'an admin cannot delete the other admins',
        text: 'ids.some((id) => id === callerId || !matches(pattern, id))',
        fault: 'ids.some((id) => !matches(pattern, id))',
      },
      {
        breaks: 'an admin who cannot sign in counts as the last one',
        text: '(user) => isAdmin(user) && canSignIn(user)',
        fault: '(user) => isAdmin(user) || canSignIn(user)',
      },
    ],
    'packages/core/src/access/access-hooks.ts': [
      {
        breaks: 'a new password does not end the sessions of the old one',
        text: 'current?.id === next.id && current.passwordHash === passwordHash',
        fault: 'current?.id === next.id',
      },
    ],
    'packages/core/src/access/login.ts': [
      {
        breaks: 'passwords sent at once are all tried',
        text: 'refuse() // again, because others may have failed meanwhile',
        fault: '',
      },
    ],
    'packages/core/src/machine/guessing/throttle.ts': [
      {
        breaks: 'one guess more than the limit is tried',
        text: 'if (!found || found.count < failures) return',
        fault: 'if (!found || found.count <= failures) return',
      },
    ],
    'packages/core/src/events/visible.ts': [
      {
        breaks: 'callers who are not admins see which patterns were deleted',
        text: "if (forAdmins.has(domain) || type.endsWith('S_DELETED')) return false",
        fault: "if (forAdmins.has(domain) || type === '') return false",
      },
    ],
    'packages/core/src/machine/records/reads.ts': [
      {
        breaks: 'records of others are said to exist',
        text: "if (!may(caller, right, domain, id) || may(caller, 'R', domain, whose)) throw",
        fault: "if (!may(caller, right, domain, id) || may(caller, 'R', domain, id)) throw",
      },
    ],
    'packages/core/src/machine/records/lines/many.ts': [
      {
        breaks: 'an upload takes over records of others',
        text: "if (current && !may(caller, 'U', domain, ownerOf(resource, current)))",
        fault: "if (current && !may(caller, 'U', domain, ownerOf(resource, next)))",
      },
    ],
    'packages/hono/src/answering/credentials.ts': [
      {
        breaks: 'the first of two session cookies counts',
        text: "return tokens.size > 1 ? '' : [...tokens][0]",
        fault: "return tokens.size > 2 ? '' : [...tokens][0]",
      },
      {
        breaks: 'pages of other sites may use a session if they send no origin',
        text: "site === 'none') && isOurs && !isLink) return",
        fault: "site === 'none') || (isOurs && !isLink)) return",
      },
    ],
    'packages/core/src/webhooks/delivery-loop.ts': [
      {
        breaks: 'a webhook is banned only after one failure more',
        text: 'if (failures >= MOST_FAILURES) {',
        fault: 'if (failures > MOST_FAILURES) {',
      },
      {
        breaks: 'a webhook whose ban cannot be written is not banned',
        text: 'await ban(hook.clientId)',
        fault: 'void ban(hook.clientId)',
      },
    ],
  },
}
