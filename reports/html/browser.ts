/** What runs in the reader's browser: the same page, awake. */
import { h, hydrate } from 'preact'
import type { PageModel } from './model.ts'
import { App } from './view/app.ts'

const data = document.getElementById('model')?.textContent ?? 'null'
// Written by write.ts beside this script.
export const model = JSON.parse(data) as PageModel
const root = document.getElementById('root')
if (root) hydrate(h(App, { model }), root)

// On paper nothing can be opened.
addEventListener('beforeprint', () => {
  for (const details of document.querySelectorAll('details.cause, details.wire')) details.setAttribute('open', '')
})
