import type { Part } from './fault.ts'

export const saving: Part = {
  name: 'saving',
  tests: ['packages/dashboard/web/saving/', 'packages/dashboard/web/values/', 'packages/dashboard/web/confirm/'],
  further: ['packages/dashboard/web/screens/feature/'],
  files: {
    'packages/dashboard/web/saving/bound-question.ts': [
      {
        breaks: 'one client is said to be several',
        text: "currentPopulation === 1 ? 'loses' : 'lose'",
        fault: "currentPopulation > 1 ? 'loses' : 'lose'",
      },
    ],
    'packages/dashboard/web/values/changes-in-text.ts': [
      {
        breaks: 'a change of an integer with many digits is shown as none',
        text: '|| MANY_DIGITS.test(value)) return undefined',
        fault: ') return undefined',
      },
      {
        breaks: 'a change of white space in JSON is not shown',
        text: 'return inside.length === 0 ? [change] : inside',
        fault: 'return inside',
      },
    ],
    'packages/dashboard/web/values/changes.ts': [
      {
        breaks: 'a new member is replaced instead of added',
        text: "op: was === undefined ? 'add' : 'replace'",
        fault: "op: 'replace'",
      },
      {
        breaks: 'a record that changed as a whole is sent as a patch',
        text: "pointer !== '' && !stepsOf(pointer).includes('__proto__')",
        fault: "!stepsOf(pointer).includes('__proto__')",
      },
    ],
    'packages/dashboard/web/saving/copy.ts': [
      {
        breaks: 'edits during a save are lost',
        text: 'mine === undefined || saved === undefined || mine === saved.sent',
        fault: 'mine === undefined || saved === undefined || saved.sent',
      },
      {
        breaks: 'a copy that was edited back to its base still counts as edited',
        text: 'work.value = isBack && !isSaving() ? ended(next) : next',
        fault: 'work.value = next',
      },
      {
        breaks: 'of members that belong together only one is chosen',
        text: '|| group.some((name) => one.pointer === `/${name}`)',
        fault: '',
      },
      {
        breaks: 'discarding cannot be taken back',
        text: 'function discard(): void {\n    steps.add(work.peek())',
        fault: 'function discard(): void {',
      },
    ],
    'packages/dashboard/web/saving/create-editing.ts': [
      {
        breaks: 'a reason that was typed during a save is lost',
        text: 'if (isSaved && reason.peek() === typed) reason.value',
        fault: 'if (isSaved) reason.value',
      },
      {
        breaks: 'a record is saved without a text that is no value',
        text: 'if (draft.peek().unreadable.length > 0) return false\n    if (mine',
        fault: 'if (mine',
      },
      {
        breaks: 'a record that was deleted meanwhile is saved',
        text: 'if (draft.peek().deleted) return false',
        fault: '',
      },
    ],
    'packages/dashboard/web/values/is-same.ts': [
      {
        breaks: 'lists of different lengths are the same',
        text: 'one.length === other.length &&\n',
        fault: '',
      },
    ],
    'packages/dashboard/web/values/json-text.ts': [
      {
        breaks: 'integers that lose digits are sent',
        text: "const lost = 'value' in read ? lostDigits(text) : undefined",
        fault: "const lost = 'value' in read ? undefined : lostDigits(text)",
      },
    ],
    'packages/dashboard/web/saving/lever-outcome.ts': [
      {
        breaks: 'a lever whose answer was lost is shown where it was',
        text: "code === 'CONFLICT' || code === 'UNAVAILABLE'",
        fault: "code === 'CONFLICT'",
      },
    ],
    'packages/dashboard/web/values/line-diff.ts': [
      {
        breaks: 'the end of a text is compared with its beginning again',
        text: 'end < old.length - start && end < next.length - start',
        fault: 'end < old.length && end < next.length',
      },
      {
        breaks: 'added lines stand before removed ones',
        text: 'lengths[i + 1]![j]! >= lengths[i]![j + 1]!)',
        fault: 'lengths[i + 1]![j]! > lengths[i]![j + 1]!)',
      },
    ],
    'packages/dashboard/web/values/list-diff.ts': [
      {
        breaks: 'every item after one that was removed has moved',
        text: 'const isMoved = !inOrder.has(from)',
        fault: 'const isMoved = from !== to',
      },
    ],
    'packages/dashboard/web/values/merge.ts': [
      {
        breaks: 'the same change on both sides is a conflict',
        text: 'if (isSame(mine, theirs) || isSame(base, theirs)) return mine',
        fault: 'if (isSame(base, theirs)) return mine',
      },
      {
        breaks: 'members that belong together are mixed',
        text: "if (!isSame(now, other)) conflicts.push({ pointer: below('', name), was, now, theirs: other })\n    result = withMember(result, name, now)",
        fault: "if (!isSame(now, other)) conflicts.push({ pointer: below('', name), was, now, theirs: other })",
      },
      {
        breaks: 'what others saved is lost',
        text: 'if (isSame(base, mine)) return theirs',
        fault: 'if (isSame(base, mine)) return mine',
      },
    ],
    'packages/dashboard/web/values/parts-of.ts': [
      {
        breaks: 'items of lists that were reordered are merged by their place',
        text: 'if (differing.length > 1 && !one.every((item, i) => isNamedAlike(item, other[i]))) return undefined',
        fault: '',
      },
    ],
    'packages/dashboard/web/values/pointer.ts': [
      {
        breaks: 'a member with a tilde is not found',
        text: ".replaceAll('~1', '/').replaceAll('~0', '~')",
        fault: ".replaceAll('~0', '~').replaceAll('~1', '/')",
      },
    ],
    'packages/dashboard/web/saving/problems.ts': [
      {
        breaks: 'a sentence about a member runs into the next one',
        text: 'end < 0 ? rest : rest.slice(0, end)',
        fault: 'rest',
      },
    ],
    'packages/dashboard/web/saving/pulled.ts': [
      {
        breaks: 'the end of a first pull ends the second one',
        text: 'if (pulls.peek().get(place) === pull) pulls.value',
        fault: 'pulls.value',
      },
    ],
    'packages/dashboard/web/values/secret-members.ts': [
      {
        breaks: 'secrets deep in a flow are shown',
        text: 'isSecretMember(at) && !isSetting ? allMasked(one) : masked(one, at)',
        fault: 'isSecretMember(at) && !isSetting ? allMasked(one) : one',
      },
      {
        breaks: 'the name of a cookie is hidden',
        text: "if (name === 'cookie') return parent !== undefined && /headers$/i.test(parent)",
        fault: "if (name === 'cookie') return true",
      },
    ],
    'packages/dashboard/web/saving/settle.ts': [
      {
        breaks: 'a write whose answer was lost is said to have failed',
        text: 'const isWritten = last !== undefined && isSame(newest, last.sent)',
        fault: 'const isWritten = last !== undefined && newest === last.sent',
      },
      {
        breaks: 'a save is said to have failed although it was found to have succeeded',
        text: 'const { error: _, ...rest } = outcome.peek()\n    outcome.value = rest',
        fault: '',
      },
    ],
    'packages/dashboard/web/saving/steps.ts': [
      {
        breaks: 'steps of an hour ago and of now are one',
        text: ' && at - last.at < SAME_STEP_MS)',
        fault: ')',
      },
    ],
    'packages/dashboard/web/saving/take-back.ts': [
      {
        breaks: 'taking back a change overwrites the next one',
        text: "if (changed) throw Object.assign(new Error(`${changed.pointer} was changed since`), { code: 'CONFLICT' })",
        fault: '',
      },
    ],
    'packages/dashboard/web/values/undo-patch.ts': [
      {
        breaks: 'taking back what was added leaves it',
        text: "if (was === undefined) return { op: 'remove', path }",
        fault: "if (was === undefined) return { op: 'replace', path, value: null }",
      },
    ],
    'packages/dashboard/web/saving/write-copy.ts': [
      {
        breaks: 'a save gives up when somebody else saved',
        text: "codeOf(error) === (base ? 'PRECONDITION_FAILED' : 'CONFLICT')",
        fault: "codeOf(error) === (base ? 'CONFLICT' : 'PRECONDITION_FAILED')",
      },
      {
        breaks: 'a record is renamed by a patch',
        text: 'isPatchable(changes) && !isRename ?',
        fault: 'isPatchable(changes) ?',
      },
      {
        breaks: 'a save is repeated without end',
        text: '|| attempts >= MOST_ATTEMPTS) throw error\n      if',
        fault: ') throw error\n      if',
      },
    ],
  },
}
