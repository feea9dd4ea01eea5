import type { Part } from './fault.ts'

export const sql: Part = {
  name: 'sql',
  tests: ['packages/sql/src/'],
  further: ['packages/sql/src/postgres/store.slow.test.ts', 'packages/sql/src/postgres/indexes.slow.test.ts'],
  files: {
    'packages/sql/src/log.ts': [
      {
        breaks: 'the log of a key ends at events of other keys that count, too',
        text: 'if (key !== undefined && event.key !== key) continue\n      left--',
        fault: 'left--\n      if (key !== undefined && event.key !== key) continue',
      },
      {
        breaks: 'the log is read to its end although fewer events are wanted',
        text: 'const wanted = Math.min(left, size)',
        fault: 'const wanted = size',
      },
    ],
    'packages/sql/src/event-terms.ts': [
      {
        breaks: 'events whose key has a quote are not found',
        text: ".join('').split('\"', 1)[0] as string",
        fault: ".join('').slice(0, -1)",
      },
    ],
    'packages/sql/src/recent.ts': [
      {
        breaks: 'events that were deleted long ago are read from memory',
        text: 'if (isOld(run)) break',
        fault: '',
      },
      {
        breaks: 'more events than wanted are read from memory',
        text: 'run.events.slice(0, left)',
        fault: 'run.events.slice(0)',
      },
      {
        breaks: 'the events in memory grow without bound',
        text: 'if (characters <= MOST_CHARACTERS && !isOld(run)) break',
        fault: 'if (characters >= MOST_CHARACTERS || !isOld(run)) break',
      },
    ],
    'packages/sql/src/grouped.ts': [
      {
        breaks: 'all commits of a group but the first are written again',
        text: 'line = line.slice(size)',
        fault: 'line = line.slice(1)',
      },
      {
        breaks: 'commits of more rows than the limit are one transaction',
        text: 'return index > 0 && (rows > MOST_ROWS || characters > MOST_CHARACTERS)',
        fault: 'return index > 0 && rows > MOST_ROWS && characters > MOST_CHARACTERS',
      },
    ],
    'packages/sql/src/news.ts': [
      {
        breaks: 'watchers are not notified of what happened during an outage',
        text: 'if (isNew || isFailing) publish()',
        fault: 'if (isNew) publish()',
      },
      {
        breaks: 'an outage is reported at each poll',
        text: 'if (!isFailing && listeners.size > 0) report(error)',
        fault: 'if (listeners.size > 0) report(error)',
      },
    ],
    'packages/sql/src/condition.ts': [
      {
        breaks: 'a database that accepts writes again is reported as broken until the next write',
        text: '      if (failed !== undefined && sizeOf(result) >= failed) failed = undefined\n',
        fault: '',
      },
    ],
    'packages/sql/src/request.ts': [
      {
        breaks: 'events of two authors in one commit have the same author',
        text: '  one.authInfo === other.authInfo &&\n',
        fault: '',
      },
    ],
    'packages/sql/src/range.ts': [
      {
        breaks: 'a page repeats the last key of the page before',
        text: "key ${inclusive ? '>=' : '>'} ${parameter(2)}",
        fault: 'key >= ${parameter(2)}',
      },
      {
        breaks: 'a list from a key before its prefix begins there',
        text: 'after !== undefined && compareKeys(after, prefix) >= 0',
        fault: 'after !== undefined',
      },
    ],
    'packages/sql/src/scan.ts': [
      {
        breaks: 'a list of several patterns skips keys that do not match',
        text: 'matches(key) && passed++ >= skip',
        fault: 'passed++ >= skip && matches(key)',
      },
      {
        breaks: 'a list that was skipped to its end begins again',
        text: 'if (skip > 0 && from === undefined) return',
        fault: '',
      },
      {
        breaks: 'chunks of large records are as long as chunks of small ones',
        text: 'Math.max(1, Math.floor(CHUNK_CHARACTERS / average))',
        fault: 'Math.max(1000, Math.floor(CHUNK_CHARACTERS / average))',
      },
    ],
    'packages/sql/src/index-scan.ts': [
      {
        breaks: 'a list by an index skips records that other patterns exclude',
        text: 'let toPass = matches ? skip : 0',
        fault: 'let toPass = 0',
      },
      {
        breaks: 'counting by two members ignores the second one',
        text: 'const isCounted = !matches && range.also.length === 0',
        fault: 'const isCounted = !matches',
      },
      {
        breaks: 'counting a member below a prefix counts all records with the member',
        text: "'only' in range.terms && range.keyPrefix === ''",
        fault: "'only' in range.terms",
      },
    ],
    'packages/sql/src/indexes.ts': [
      {
        breaks: 'an index whose step failed is never built',
        text: 'wanted.clear() // lists work without the index, and the next `find` retries',
        fault: '',
      },
      {
        breaks: 'closing does not wait for the step of an index',
        text: 'isClosed = true\n      await last',
        fault: 'isClosed = true',
      },
    ],
    'packages/sql/src/terms.ts': [
      {
        breaks: 'the second page in descending order begins with the last entry of the first',
        text: 'entry.key > ${put(behind.key)})`)',
        fault: 'entry.key >= ${put(behind.key)})`)',
      },
      {
        breaks: 'pages by a prefix of a member have entries after it',
        text: 'conditions.push(`entry.term < ${put(terms.to)}`)\n  }',
        fault: '}',
      },
    ],
    'packages/sql/src/sqlite/commit.ts': [
      {
        breaks: 'ids of a store that was restored from a backup are used twice',
        text: 'Math.max(numbers[name], least) + 1',
        fault: 'numbers[name] + 1',
      },
      {
        breaks: 'a commit that deletes and creates a record conflicts with itself',
        text: "changes.some(({ op }) => op === 'delete' || op === 'deletePrefix')",
        fault: "changes.some(({ op }) => op === 'deletePrefix')",
      },
      {
        breaks: 'records that were deleted by a prefix stay counted',
        text: 'count(collection, -write(`delete from signalbox_records where ${text}`, ...values))',
        fault: 'write(`delete from signalbox_records where ${text}`, ...values)',
      },
    ],
    'packages/sql/src/sqlite/positions.ts': [
      {
        breaks: 'pages by number are wrong after a write that failed late',
        text: 'forget() // it may have been written',
        fault: '',
      },
      {
        breaks: 'pages by number are wrong after a record before them was deleted',
        text: 'for (const mark of marks.slice(first)) mark.position += by',
        fault: 'for (const mark of marks.slice(first)) mark.position += 1',
      },
    ],
    'packages/sql/src/sqlite/failures.ts': [
      {
        breaks: 'a locked database is waited for without end',
        text: 'if (codeOf(error) !== 5 || waited >= patience.timeout) throw toFailure(error)',
        fault: 'if (codeOf(error) !== 5) throw toFailure(error)',
      },
    ],
    'packages/sql/src/sqlite/migrate.ts': [
      {
        breaks: 'a database of a newer version is opened',
        text: 'const before = versionOf(db)\n  refuseOthers(before, newest)\n  if (before === newest)',
        fault: 'const before = versionOf(db)\n  if (before >= newest)',
      },
    ],
    'packages/sql/src/sqlite/open.ts': [
      {
        breaks: 'other users of the machine can read the database',
        text: "'wx', 0o600",
        fault: "'wx', 0o644",
      },
      {
        breaks: 'an acknowledged commit is lost in a power cut',
        text: "({ synchronous = 'full' }",
        fault: "({ synchronous = 'normal' }",
      },
    ],
    'packages/sql/src/sqlite/transaction.ts': [
      {
        breaks: 'a failed transaction stays open',
        text: "db.exec('rollback')",
        fault: '',
      },
    ],
    'packages/sql/src/sqlite/writer.ts': [
      {
        breaks: 'a commit to a file that was deleted is acknowledged',
        text: 'patience)\n    checkFiles()',
        fault: 'patience)',
      },
    ],
    'packages/sql/src/sqlite/store.ts': [
      {
        breaks: 'events in memory outlive their deletion',
        text: 'recent.clear() // commits may have added events that were then deleted',
        fault: '',
      },
      {
        breaks: 'closing loses commits that wait',
        text: 'await Promise.all([line.drained(), indexes.close()])',
        fault: 'await indexes.close()',
      },
    ],
  },
}
