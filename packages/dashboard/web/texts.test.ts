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
