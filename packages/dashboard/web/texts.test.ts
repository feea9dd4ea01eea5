import { expect, it } from 'vitest'
import { textsIn, textsOfPage } from './texts.fixture.ts'

/** Phrases that the page does not use, and what to write instead. */
const AVOIDED: readonly (readonly [RegExp, string])[] = [
  [/\bat hand\b/i, 'these attributes, this client'],
  [/\bof (?:its|their) own\b/i, 'its own …'],
  [/\bthose (?:that|of|who|which|whose)\b/i, 'repeat the noun'],
  [
    /\b(?:you|anybody|everybody|anyone|admins|users?|clients?|programs?) may (?:not |only )?(?:see|read|change|create|delete|do|call|use|choose|look|subscribe)\b/i,
    'can',
  ],
  [/\b(?:may|and) (?:see and change|read and change) nothing\b/i, 'has no access'],
  [/^(?:May|May no longer|May now) (?:do|read|create|update|delete|…)/, 'Can …, can’t … anymore'],
  [/[\d…][ \u00a0]%(?!\s*\d)/, '50%'],
  [/\bNeeds you\b|^Just now$|^How much$|^All clear$/, 'Needs attention, Recent changes, At a glance'],
  [/\bCut off\b/, 'Disconnected'],
  [/\bExposition\b/, 'Address'],
  [/\b(?:this|the) box\b|^Box$/i, 'system'],
  [/^Otherwise$/, 'Everyone else'],
  [/\bIt cannot be saved yet\b|\bIt is not saved$/, 'Fix 1 field to save'],
  [/\bas the traffic says\b/i, 'the configured traffic'],
  [/\bbegins? to get it\b/, 'would gain it'],
  [/\b(?:colour|behaviour|neighbour|favourite|organis|recognis|cancelled)/i, 'American spelling'],
  [/\b(?:one|an?) [a-z]+ a line\b/i, 'one … per line'],
  [/\b(?:cannot|(?:do|does|did|has|have|had) not)\b/, 'can’t, doesn’t, hasn’t'],
  [/[a-z]'(?:s|t|re|ll|ve)\b/, 'the apostrophe ’'],
  [/\bany more\b/i, 'anymore, no longer'],
  [/\b(?:every|any)body\b/i, 'everyone, anyone'],
  [/\bThere (?:is|are) .*\balready\b|\b(?:on|off|tagged|known) already\b/, 'A … named … already exists; already on'],
  [/^Such as\b/, 'For example, …'],
  [/^May$|\bmay be seen\b|\bmay (?:take|have|share|use|ask)\b/, 'can, or might for what is uncertain'],
  [/^Begin\b|\bbeg[au]n\b|\bbegins again\b/i, 'Start with, started, starts over'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\b(?:paths?|names|features?) below\b|\bbelow (?:the context path|them|it|this key)\b/i, 'under'],
  [/\blearn(?:ed)? of changes\b/, 'receive changes'],
  [/\bhas precedence\b/, 'takes precedence'],
  [/^Usable$/, 'Answering'],
  [/\bthe \w+ of the \w+ of (?:its|the)\b/i, 'its route’s flow: at most one of'],
  [
    /^(?:Id|Name|State|Length|Rotation|Flows|Header|Address|Tags|Metadata|Description|Pattern|Documents|Deployments|Drafts|Events|Bindings|Phases|Settings) of (?:the )?[a-zA-Z]+(?: ids| names)?$/,
    'Flow id: the noun before',
  ],
]

it('all texts of the page are in one list', async () => {
  const lines = textsOfPage().flatMap(({ file, texts }) => [file, ...texts.map((text) => `  ${text}`)])
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('./__snapshots__/texts.txt')
})

it.each(AVOIDED)('no text has %s', (pattern, better) => {
  const found = textsOfPage().flatMap(({ file, texts }) =>
    texts.filter((text) => pattern.test(text)).map((text) => `${file}: ${text}`),
  )
  expect(found, `write: ${better}`).toEqual([])
})

it('finds children, attributes and templates, and no classes, paths or selectors', () => {
  const source = `import x from './a b.ts'
    const words = (n: number) => \`It has \${n} rules.\`
    const found = document.querySelector('dialog:modal h2')
    const part = <p class="muted big" title="Copy the id">Of <b>{n}</b> clients, <code>1</code> is in.{' '}</p>`
  expect(textsIn(source)).toEqual(['It has … rules.', 'Of … clients, 1 is in.', 'Copy the id'])
})
