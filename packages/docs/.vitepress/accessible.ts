import { basename } from 'node:path'

/** Texts of components of the theme, each with the text that replaces it, so that assistive technologies understand them. */
const changes: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  // The name of the button is its text; the keys are said by no one.
  'VPNavBarSearchButton.vue': [
    [`:aria-label="translate('button.buttonAriaLabel')"`, ''],
    ['<span class="DocSearch-Button-Keys">', '<span class="DocSearch-Button-Keys" aria-hidden="true">'],
  ],
  // The heading of a group is a button itself: the arrow in it cannot be another.
  'VPSidebarItem.vue': [
    ['role="button"\n        aria-label="toggle section"', 'aria-hidden="true"'],
    ['@keydown.enter="onCaretClick"\n        tabindex="0"', ''],
    [':role="itemRole"', ':role="itemRole" :aria-expanded="item.items ? !collapsed : undefined"'],
  ],
  // A dialog with a list of options, which are the links themselves.
  'VPLocalSearchBox.vue': [
    [
      `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"`,
      'role="dialog" aria-modal="true"',
    ],
    [
      `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
      'role="none"',
    ],
    [
      `:aria-label="[...p.titles, p.title].join(' > ')"`,
      `:id="'localsearch-item-' + index" :aria-selected="selectedIndex === index ? 'true' : 'false'" role="option"`,
    ],
    [
      'aria-autocomplete="both"',
      'role="combobox" :aria-expanded="results?.length ? \'true\' : \'false\'" aria-autocomplete="list"',
    ],
    [`:aria-label="translate('modal.footer.navigateUpKeyAriaLabel')"`, 'aria-hidden="true"'],
    [`:aria-label="translate('modal.footer.navigateDownKeyAriaLabel')"`, 'aria-hidden="true"'],
    [`:aria-label="translate('modal.footer.selectKeyAriaLabel')"`, 'aria-hidden="true"'],
    [`:aria-label="translate('modal.footer.closeKeyAriaLabel')"`, 'aria-hidden="true"'],
  ],
  'VPHome.vue': [
    ['<div \n    class="VPHome"', '<main class="VPHome"'],
    ['<Content v-else />\n  </div>', '<Content v-else />\n  </main>'],
  ],
}

/** Makes the changes. The build fails if a new version of the theme does not have one of the texts. */
export const accessible = {
  name: 'accessible',
  enforce: 'pre' as const,
  transform(code: string, id: string): string | undefined {
    return changes[basename(id)]?.reduce((changed, [from, to]) => {
      if (!changed.includes(from)) throw new Error(`${id} does not have the text ${from}`)
      return changed.replace(from, to)
    }, code)
  },
}
