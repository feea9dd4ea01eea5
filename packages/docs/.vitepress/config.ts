import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { slugOf } from '../src/markdown.ts'
import { accessible } from './accessible.ts'

// The build writes it, because this file is bundled without the conditions of the sources.
const sidebar = JSON.parse(readFileSync(new URL('../built/sidebar.json', import.meta.url), 'utf8'))

export default defineConfig({
  title: 'Signalbox',
  description: 'Feature flags, configuration, experiments and an API gateway, in one library',
  lang: 'en',
  srcDir: 'built/pages',
  outDir: 'dist',
  cacheDir: 'built/cache',
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: { plugins: [accessible] },
  themeConfig: {
    nav: [
      { text: 'Start', link: '/start/what' },
      { text: 'Concepts', link: '/concepts' },
      { text: 'Changelog', link: '/changelog' },
    ],
    sidebar,
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local' },
  },
})
