import { javascriptLanguage } from '@codemirror/lang-javascript'

/** JavaScript: colors, brackets and indentation. */
export const javascript = javascriptLanguage
