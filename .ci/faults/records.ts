import type { Part } from './fault.ts'

export const records: Part = {
  name: 'records',
  tests: ['packages/core/src/machine/records/'],
  further: ['packages/core/src/access/', 'packages/core/src/features/', 'packages/core/src/gateway/'],
  inApi: true,
  files: {
    'packages/core/src/machine/answers/etag.ts': [
      {
        breaks: 'If-Match rejects the right version in a weak tag',
        text: 'isTagIn(ifMatch, toTag(version), true)',
        fault: 'isTagIn(ifMatch, toTag(version))',
      },
    ],
    'packages/core/src/machine/records/collection.ts': [
      {
        breaks: 'a renamed record is answered with the ETag of the old one',
        text: 'committed.versions[isRename ? 1 : 0]',
        fault: 'committed.versions[0]',
      },
      {
        breaks: 'renaming does not take the right to delete',
        text: "demand(by.call.caller, 'D', domain, id)",
        fault: '',
      },
    ],
    'packages/core/src/machine/records/patching/patch.ts': [
      {
        breaks: 'a member cannot be moved to a name that begins with its own',
        text: 'operation.path.startsWith(`${operation.from}/`)',
        fault: 'operation.path.startsWith(operation.from)',
      },
      {
        breaks: 'a patch that makes a large record smaller is rejected',
        text: '(inserted > removed && size > limit)',
        fault: '(size > limit)',
      },
    ],
    'packages/core/src/machine/json/pointer.ts': [
      {
        breaks: 'the pointer ~01 names a slash',
        text: ".replaceAll('~1', '/').replaceAll('~0', '~')",
        fault: ".replaceAll('~0', '~').replaceAll('~1', '/')",
      },
    ],
    'packages/core/src/machine/records/lists/lists.ts': [
      {
        breaks: 'of two filters on indexed members only one counts',
        text: 'keyPage(reading.driver, { ...part, also: reading.also }, fits)',
        fault: 'keyPage(reading.driver, { ...part, also: [] }, fits)',
      },
    ],
    'packages/core/src/machine/records/lists/narrow.ts': [
      {
        breaks: 'a filter by a default misses records without the member',
        text: "...(text === absent ? [{ kind: 'absent' } as const] : [])",
        fault: '...(text === absent ? [] : [])',
      },
    ],
    'packages/core/src/machine/records/lists/index-order.ts': [
      {
        breaks: 'pages in the order of an index repeat records without the member',
        text: 'skip: Math.max(0, first - texts)',
        fault: 'skip: Math.min(0, first - texts)',
      },
    ],
    'packages/core/src/machine/records/lines/lines.ts': [
      {
        breaks: 'of two lines with one id an upload counts only one',
        text: 'if (isFull || batch.has(key)) await hand()',
        fault: 'if (isFull) await hand()',
      },
    ],
    'packages/core/src/machine/records/lines/import.ts': [
      {
        breaks: 'a dry run counts stored records as new',
        text: 'let allNew = !dryRun',
        fault: 'let allNew = true',
      },
    ],
    'packages/core/src/machine/records/lists/select.ts': [
      {
        breaks: 'records without the member come first in descending order',
        text: 'return Number(a === undefined) - Number(b === undefined)',
        fault: 'return sign * (Number(a === undefined) - Number(b === undefined))',
      },
    ],
    'packages/core/src/machine/records/secrets/secrets.ts': [
      {
        breaks: 'a masked secret is restored although it would go elsewhere',
        text: 'if (at !== undefined)',
        fault: 'if (at === pointer)',
      },
    ],
  },
}
