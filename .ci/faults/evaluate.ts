import type { Part } from './fault.ts'

export const evaluate: Part = {
  name: 'evaluate',
  tests: [
    'packages/core/src/features/',
    'packages/core/src/scripts/',
    'packages/core/src/machine/secrets/hash.test.ts',
    'packages/core/src/machine/time/time.test.ts',
  ],
  inApi: true,
  files: {
    'packages/core/src/features/strategies/date-range.ts': [
      {
        breaks: 'a date range begins after its first millisecond',
        text: 'return from <= now && now < until',
        fault: 'return from < now && now < until',
      },
      {
        breaks: 'a date range ends a second early',
        text: "until: instantOf(parameters.to, zone, 'last') + SECOND,",
        fault: "until: instantOf(parameters.to, zone, 'last'),",
      },
    ],
    'packages/core/src/features/strategies/hour-range.ts': [
      {
        breaks: 'a range from an hour to the same hour is the whole day',
        text: 'if (start <= end)',
        fault: 'if (start < end)',
      },
      {
        breaks: 'an hour range begins half a minute early',
        text: 'Math.floor((now + zone.offsetAt(now)) / 60_000) % DAY',
        fault: 'Math.round((now + zone.offsetAt(now)) / 60_000) % DAY',
      },
    ],
    'packages/core/src/features/strategies/release-date.ts': [
      {
        breaks: 'a release date includes its own millisecond',
        text: 'return () => clock() > release',
        fault: 'return () => clock() >= release',
      },
    ],
    'packages/core/src/features/strategies/percentage.ts': [
      {
        breaks: 'the salt of a percentage is ignored',
        text: 'const state = hashState(`${parameters.salt ?? id}:`)',
        fault: 'const state = hashState(`${id}:`)',
      },
      {
        breaks: 'a percentage such as 1.001 loses a bucket to rounding',
        text: 'Math.round(share * (BUCKETS / 100))',
        fault: 'Math.floor(share * (BUCKETS / 100))',
      },
      {
        breaks: '100 % includes contexts without an id',
        text: 'return (context) => clientOf(context) !== undefined || nobody(lacking, id)',
        fault: 'return (context) => context !== undefined || nobody(lacking, id)',
      },
      {
        breaks: 'the earlier percentage includes a bucket too many',
        text: ': classicBucket(client) < bound',
        fault: ': classicBucket(client) <= bound',
      },
    ],
    'packages/core/src/machine/secrets/hash.ts': [
      {
        breaks: 'U+0800 is hashed as two bytes',
        text: 'if (code < 0x800) byte(0xc0 | (code >> 6))',
        fault: 'if (code <= 0x800) byte(0xc0 | (code >> 6))',
      },
    ],
    'packages/core/src/machine/time/time.ts': [
      {
        breaks: 'the change of a clock is found a millisecond early',
        text: 'else from = middle\n  }\n  return to',
        fault: 'else from = middle\n  }\n  return from',
      },
    ],
    'packages/core/src/features/evaluate.ts': [
      {
        breaks: 'a context without an id is reported as one with an invalid id',
        text: 'return context?.id === undefined',
        fault: 'return context === undefined',
      },
    ],
    'packages/core/src/features/live.ts': [
      {
        breaks: 'changes during the load are lost',
        text: 'const later = early ?? []',
        fault: 'const later = [] as LoggedEvent[]',
      },
    ],
    'packages/core/src/features/decide.ts': [
      {
        breaks: 'scripts of two owners share one run',
        text: 'const key = `${owner}\\n${source.type}\\n${source.script}`',
        fault: 'const key = `${source.type}\\n${source.script}`',
      },
    ],
  },
}
