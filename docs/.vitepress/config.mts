/** The site of these pages: `npm run docs` builds it into dist/, which needs no server but one for files. */
import { defineConfig } from 'vitepress'

export default defineConfig({
  lang: 'en',
  title: 'Touchstone',
  description: 'Conformance and load tests for implementations of the Deployment Management Service API',
  // Wherever the site is put, its links hold.
  base: process.env['DOCS_BASE'] ?? '/',
  srcExclude: ['made/**'],
  lastUpdated: false,
  // The pages are read in a clone too, where braces mean braces.
  markdown: { attrs: false },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: [
      {
        text: 'Use it',
        items: [
          { text: 'Quick start', link: '/quick-start' },
          { text: 'The target file', link: '/target-file' },
          { text: 'Reading a verdict', link: '/reading-a-verdict' },
          { text: 'Certify your server', link: '/certify' },
          { text: 'In CI', link: '/ci' },
          { text: 'For programs', link: '/programs' },
          { text: 'Load', link: '/load' },
          { text: 'Load from a cluster', link: '/load-kubernetes' },
          { text: 'Safety', link: '/safety' },
        ],
      },
      {
        text: 'Look it up',
        items: [
          { text: 'Contract', link: '/contract' },
          { text: 'Checks and clauses', link: '/checks' },
          { text: 'How Touchstone judges', link: '/judgement' },
        ],
      },
      {
        text: 'Why believe it',
        items: [
          { text: 'How it is proved', link: '/how-it-is-proved' },
          { text: 'The kill matrix', link: '/kill-matrix' },
          { text: 'Mutants', link: '/mutants' },
          { text: 'Compared with generic fuzzers', link: '/compared-with-fuzzers' },
        ],
      },
    ],
  },
})
