import type { Part } from './fault.ts'

export const served: Part = {
  name: 'served',
  tests: ['packages/gateway/src/served/', 'packages/gateway/src/remote/'],
  further: ['packages/gateway/src/served/changes.slow.test.ts'],
  files: {
    'packages/gateway/src/served/served.ts': [
      {
        breaks: 'a revocation waits until routes are compiled',
        text: "      for (const unit of units) if (unit.kind !== 'end') consumers.apply(unit)\n      return apply(units)",
        fault:
          "      return apply(units).then(() => {\n        for (const unit of units) if (unit.kind !== 'end') consumers.apply(unit)\n      })",
      },
      {
        breaks: 'an API keeps the old backend when a stored one changes',
        text: "for (const api of users.get(placeOf('backend', key)) ?? []) stale.add(api)",
        fault: '',
      },
      {
        breaks: 'routes that did not change lose the state of their plugins',
        text: 'return isSame ? known : { route, plan: planOf(route, header) }',
        fault: 'return { route, plan: planOf(route, header) }',
      },
      {
        breaks: 'a backend that old and new routes share is closed in between',
        text: 'for (const entry of entries) if (!before.delete(entry)) usedBackends.retain(entry.route)\n    router.replace(key, entries)',
        fault:
          'for (const { route } of before) usedBackends.release(route)\n    for (const entry of entries) if (!before.delete(entry)) usedBackends.retain(entry.route)\n    before.clear()\n    router.replace(key, entries)',
      },
      {
        breaks: 'backends of routes that are gone are kept',
        text: 'for (const { route } of before) usedBackends.release(route)',
        fault: '',
      },
      {
        breaks: 'requests see one API changed and the other one not',
        text: 'steps.push(() => replace(key, entries))',
        fault: 'replace(key, entries)',
      },
      {
        breaks: 'compiling many APIs keeps requests waiting',
        text: 'await turn()',
        fault: '',
      },
      {
        breaks: 'a control plane that was restored from a backup is not followed',
        text: "if (unit.kind === 'end') revision = unit.revision",
        fault: "if (unit.kind === 'end') revision = Math.max(revision, unit.revision)",
      },
      {
        breaks: 'a deleted error template is still used',
        text: 'if (value === undefined) map.delete(key)\n  else map.set(key, value)',
        fault: 'if (value !== undefined) map.set(key, value)',
      },
      {
        breaks: 'an API that no longer names a backend is compiled with it',
        text: 'for (const place of used.get(key) ?? []) users.get(place)?.delete(key)',
        fault: '',
      },
      {
        breaks: 'the backend that only a draft names is not followed',
        text: '[sourced.live ?? sourced.api, sourced.draft ?? sourced.api]',
        fault: '[sourced.live ?? sourced.api]',
      },
    ],
    'packages/gateway/src/served/in-turn.ts': [
      {
        breaks: 'changes that come while others are applied are lost',
        text: 'next.items = [...next.items, ...items]',
        fault: 'next.items = items',
      },
    ],
    'packages/gateway/src/served/follow.ts': [
      {
        breaks: 'each attempt of an outage is reported',
        text: 'if (message !== told) report(error)',
        fault: 'report(error)',
      },
      {
        breaks: 'after an outage the first pause is as long as the last one before',
        text: 'if (contact !== before) pauses.restart()',
        fault: '',
      },
      {
        breaks: 'who waits for a revision waits as long as the source fails',
        text: 'failingSince ??= clock()\n        waiting.release(Infinity)',
        fault: 'failingSince ??= clock()',
      },
      {
        breaks: 'a change that cannot be applied is skipped',
        text: 'if (broken.signal.aborted) throw broken.signal.reason',
        fault: '',
      },
      {
        breaks: 'an outage is reported from its last attempt on',
        text: 'failingSince ??= clock()',
        fault: 'failingSince = clock()',
      },
      {
        breaks: 'closing before the first snapshot leaves callers waiting',
        text: 'closing.abort()\n      resolveReady()',
        fault: 'closing.abort()',
      },
    ],
    'packages/gateway/src/waiting/retry-pauses.ts': [
      {
        breaks: 'pauses do not grow',
        text: 'pause = Math.min(2 * pause, LAST_MS)',
        fault: '',
      },
      {
        breaks: 'a key that does not exist is tried again at once',
        text: 'if (error instanceof LastingFailure) return LAST_MS',
        fault: '',
      },
    ],
  },
}
