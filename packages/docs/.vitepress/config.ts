import { defineConfig } from 'vitepress'
import { slugOf } from '../src/markdown.ts'
import { sections } from '../src/site.ts'
import { accessible } from './accessible.ts'

const sidebar = sections.map(({ title, pages }) => ({
  text: title,
  collapsed: title !== 'Start',
  items: pages.map((page) => ({ text: page.title, link: `/${page.route}` })),
}))

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
