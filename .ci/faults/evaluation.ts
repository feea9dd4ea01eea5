import type { Part } from './fault.ts'

/** The evaluation of features and configs in the dashboard. */
export const evaluation: Part = {
  name: 'evaluation',
  tests: [
    'packages/dashboard/web/evaluation/',
    'packages/dashboard/web/screens/strategies/',
    'packages/dashboard/web/screens/explain/',
  ],
  further: ['packages/dashboard/web/screens/feature/', 'packages/dashboard/web/screens/config/'],
  files: {
    'packages/dashboard/web/evaluation/decide-config.ts': [
      {
        breaks: 'a split without weights has a result',
        text: "if (broken >= 0) return { state: 'invalid', why: `Rule ${broken + 1} needs a part with a weight above 0.` }",
        fault: '',
      },
      {
        breaks: 'the second rule is named as the first',
        text: '`Rule ${broken + 1} needs',
        fault: '`Rule ${broken} needs',
      },
      {
        breaks: 'rules after the one that decided are said to be false',
        text: 'if (decided !== undefined && at > decided) return { outcome: null }',
        fault: '',
      },
      {
        breaks: 'the rule that decided is said not to be reached',
        text: 'at > decided) return',
        fault: 'at >= decided) return',
      },
      {
        breaks: 'the bucket of a split is that of another key',
        text: "const { split, by = 'id', salt = config.id } = decided",
        fault: "const { split, salt = config.id } = decided\n  const by = 'id'",
      },
      {
        breaks: 'the salt of a split is ignored',
        text: 'hashState(`${salt}:`)',
        fault: 'hashState(`${config.id}:`)',
      },
      {
        breaks: 'the parts of a split are as large as their weights say, whatever the sum',
        text: 'bucketBounds(weighted.map(({ weight }) => weight / sum))',
        fault: 'bucketBounds(weighted.map(({ weight }) => weight / 100))',
      },
      {
        breaks: 'the first part of a split begins nowhere',
        text: 'from: bounds[at - 1] ?? 0',
        fault: 'from: bounds[at] ?? 0',
      },
    ],
    'packages/dashboard/web/evaluation/decide.ts': [
      {
        breaks: 'a feature that is off is not decided because of its script',
        text: 'feature.enabled ? decidedBy(feature.activationStrategy) : undefined',
        fault: 'decidedBy(feature.activationStrategy)',
      },
      {
        breaks: 'results stay as they were when the page was opened',
        text: 'clock: () => instant,',
        fault: 'clock: () => 0,',
      },
      {
        breaks: 'a segment that may not be read is said to have failed',
        text: "return reason === 'forbidden'",
        fault: "return reason !== 'forbidden'",
      },
      {
        breaks: 'a condition without a choice is evaluated',
        text: "if (reason === 'unchosen') return { state: 'invalid', why: `Choose a ${target.kind} for its condition.` }",
        fault: '',
      },
    ],
    'packages/dashboard/web/evaluation/rules-engine.ts': [
      {
        breaks: 'conditions of conditions are not looked at',
        text: "else if (found !== 'missing') open.push(found)",
        fault: '',
      },
      {
        breaks: 'segments that refer to each other hang the page',
        text: 'if (seen.has(next)) continue',
        fault: '',
      },
      {
        breaks: 'a condition is evaluated before its segment is there',
        text: "if (found === 'loading') isLoading = true",
        fault: "if (found === 'loading') isLoading = false",
      },
      {
        breaks: 'regular expressions are evaluated before their engine is there',
        text: 'loadPatternEngine()\n        isLoading = true',
        fault: 'loadPatternEngine()',
      },
    ],
    'packages/dashboard/web/screens/strategies/index.ts': [
      {
        breaks: 'a strategy that is named like a member of objects breaks the page',
        text: 'Object.hasOwn(strategies, name) ?',
        fault: 'name in strategies ?',
      },
    ],
    'packages/dashboard/web/screens/strategies/percentage.ts': [
      {
        breaks: 'the earlier percentage is explained with other buckets',
        text: 'const buckets = { murmur3: BUCKETS, classic: 100 }',
        fault: 'const buckets = { murmur3: BUCKETS, classic: BUCKETS }',
      },
      {
        breaks: 'a client in the first bucket outside is said to be inside',
        text: 'isIn: active, of',
        fault: 'isIn: bucket <= bound, of',
      },
    ],
    'packages/dashboard/web/screens/strategies/customers-list.ts': [
      {
        breaks: 'a client outside of a list is said to be on it',
        text: "`${active ? '' : 'not '}among the",
        fault: '`among the',
      },
    ],
    'packages/dashboard/web/screens/strategies/verdict.ts': [
      {
        breaks: 'an error ends with two full stops',
        text: ".replace(/\\.\\.$/, '.')",
        fault: '',
      },
      {
        breaks: 'a context without an id is reported in the words of programs',
        text: "if (errorCode === 'TARGETING_KEY_MISSING' && message === undefined)",
        fault: "if (errorCode === 'TARGETING_KEY_MISSING' && message !== undefined)",
      },
    ],
  },
}
