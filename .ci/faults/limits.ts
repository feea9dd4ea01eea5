import type { Part } from './fault.ts'

export const limits: Part = {
  name: 'limits',
  tests: [
    'packages/gateway/src/limits/',
    'packages/gateway/src/usage/',
    'packages/gateway/src/redis/',
    'packages/server/src/gateway/limit-carriers.test.ts',
  ],
  further: [
    'packages/gateway/src/limits/leases.slow.test.ts',
    'packages/gateway/src/node/state/',
    'packages/gateway/src/plugins/rate-limit',
    'packages/gateway/src/consumers/quota.test.ts',
    'packages/gateway/src/remote/',
  ],
  files: {
    'packages/gateway/src/limits/gcra.ts': [
      {
        breaks: 'a request that rounds to the limit is refused',
        text: 'next - now <= tolerance + ROUNDING',
        fault: 'next - now < tolerance',
      },
      {
        breaks: 'refused requests count',
        text: 'else if (known && isAdmitted) {',
        fault: 'else if (known) {',
      },
      {
        breaks: 'giving back a request after another one gives back that one',
        text: 'if (known?.last === takenAt) known.next',
        fault: 'if (known) known.next',
      },
    ],
    'packages/gateway/src/limits/sliding-window.ts': [
      {
        breaks: 'a window admits one request too many',
        text: 'const isAdmitted = counts.sum < rate',
        fault: 'const isAdmitted = counts.sum <= rate',
      },
      {
        breaks: 'a window is a slot too short',
        text: 'const KEPT = SLOTS + 1',
        fault: 'const KEPT = SLOTS',
      },
      {
        breaks: 'looking at a window forgets its requests',
        text: 'slots: known.slots.slice()',
        fault: 'slots: known.slots',
      },
      {
        breaks: 'a window that changes its length forgets its requests',
        text: 'if (last - to >= KEPT) continue',
        fault: 'if (last - to >= 0) continue',
      },
    ],
    'packages/gateway/src/limits/bounded-keys.ts': [
      {
        breaks: 'a key in use is forgotten before others that are not',
        text: 'all.delete(key)\n    all.set(key, kept)',
        fault: '',
      },
      {
        breaks: 'keys are forgotten although they still say something',
        text: 'else if (isOver(value[1].state, now)) all.delete(value[0])',
        fault: 'else all.delete(value[0])',
      },
    ],
    'packages/gateway/src/limits/calendar.ts': [
      {
        breaks: 'the first instant of a day belongs to the day before',
        text: 'if (now >= start && now < end) return known[unit]',
        fault: 'if (now >= start && now <= end) return known[unit]',
      },
      {
        breaks: 'days are in UTC',
        text: 'new Date(now + zone.offsetAt(now))',
        fault: 'new Date(now)',
      },
    ],
    'packages/gateway/src/limits/calendar-limiter.ts': [
      {
        breaks: 'what is given back of a day is taken from another day',
        text: 'calendar.periodOf(unit, takenAt)).add(-1)',
        fault: 'calendar.periodOf(unit, Date.now())).add(-1)',
      },
    ],
    'packages/gateway/src/limits/calendar-use.ts': [
      {
        breaks: 'a lower number of the control plane gives units back',
        text: 'counter.used = Math.max(counter.used, known + counter.unsent)',
        fault: 'counter.used = known + counter.unsent',
      },
      {
        breaks: 'what was not drained yet is lost when a number is loaded',
        text: 'counter.used = Math.max(counter.used, known + counter.unsent)\n    counter.loaded',
        fault: 'counter.used = Math.max(counter.used, known)\n    counter.loaded',
      },
      {
        breaks: 'what was delivered counts twice',
        text: 'for (const one of uses) addUndelivered(one, -one.used)',
        fault: 'for (const one of uses) addUndelivered(one, one.used)',
      },
      {
        breaks: 'a counter is drained twice',
        text: 'counter.unsent = 0\n        counter.isListed = false',
        fault: 'counter.isListed = false',
      },
    ],
    'packages/gateway/src/limits/charges.ts': [
      {
        breaks: 'a request is given back twice',
        text: '  if (!one.isHeld) return\n  one.isHeld = false',
        fault: '',
      },
    ],
    'packages/gateway/src/limits/kept-quotas.ts': [
      {
        breaks: 'each number of a quota stays on the disk',
        text: 'if (before) spool.remove(before.number)',
        fault: '',
      },
      {
        breaks: 'quotas of today are forgotten with quotas of the month',
        text: 'newest.some((one) => one.length === period.length && one > period)',
        fault: 'newest.some((one) => one > period)',
      },
    ],
    'packages/gateway/src/limits/late-limits.ts': [
      {
        breaks: 'what an earlier process knew of quotas is forgotten',
        text: 'for (const one of restored) opened.calendarUse.restore(one)',
        fault: '',
      },
    ],
    'packages/gateway/src/limits/lease-state.ts': [
      {
        breaks: 'an ask that comes twice is granted twice',
        text: 'if (!mine || seq > mine.seq) {',
        fault: 'if (!mine || seq >= mine.seq) {',
      },
      {
        breaks: 'units that others hold are granted again',
        text: 'roomOf(state, policy) - others - held',
        fault: 'roomOf(state, policy) - held',
      },
      {
        breaks: 'units of a process that has gone are free before they are too old to be spent',
        text: 'charge(state, policy, lost, at + valid)',
        fault: 'charge(state, policy, lost, at)',
      },
      {
        breaks: 'units of a process that has gone are free at once',
        text: 'charge(state, policy, lost, at + valid)',
        fault: '',
      },
    ],
    'packages/gateway/src/limits/lease.ts': [
      {
        breaks: 'units are spent after they are void',
        text: 'if (now >= lease.heldUntil) lease.held = 0',
        fault: '',
      },
    ],
    'packages/gateway/src/limits/leases.ts': [
      {
        breaks: 'each ask that fails is reported',
        text: 'if (!isLost) onLoss(error)',
        fault: 'onLoss(error)',
      },
      {
        breaks: 'an answer that comes too late is taken for that of the next ask',
        text: 'if (lease.seq !== sent.seq || !lease.isAsking) return',
        fault: '',
      },
      {
        breaks: 'requests wait for a carrier that is lost',
        text: "for (const { resolve } of lease.waiting.splice(0)) resolve('lost')\n        watch",
        fault: 'watch',
      },
    ],
    'packages/gateway/src/limits/share.ts': [
      {
        breaks: 'without the carrier each process admits the whole limit',
        text: 'Math.floor(rate / holders)',
        fault: 'rate',
      },
    ],
    'packages/gateway/src/limits/shared-limits.ts': [
      {
        breaks: 'closing keeps the units',
        text: 'await Promise.race([released, new Promise<void>((resolve) => after(RELEASE_MS, resolve))])',
        fault: '',
      },
    ],
    'packages/gateway/src/limits/rate-limit-fields.ts': [
      {
        breaks: 'fields tell of the limit with the most left',
        text: 'shareLeft(one) < shareLeft(least)',
        fault: 'shareLeft(one) > shareLeft(least)',
      },
      {
        breaks: 'limits that should not be reported are reported',
        text: 'if (!one.isTold) continue',
        fault: '',
      },
    ],
    'packages/gateway/src/limits/refusals.ts': [
      {
        breaks: 'Retry-After of 0 seconds',
        text: 'Math.max(1, toSeconds(waitMs * share))',
        fault: 'toSeconds(waitMs * share)',
      },
    ],
    'packages/gateway/src/limits/lease-key.ts': [
      {
        breaks: 'a key can be written as the digest of another one',
        text: '/^(?!#)[ -~]{0,1024}$/',
        fault: '/^[ -~]{0,1024}$/',
      },
    ],
  },
}
