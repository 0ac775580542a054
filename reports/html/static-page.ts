/** A page without a script: one file that needs nothing else, read from disk or printed. */
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Text within markup that is not made by `html` tags. */
export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** @param css our own, in which nothing of a target stands */
export function staticPage(title: string, css: string, body: VNode): string {
  // Whatever slipped through could load nothing, send nothing and run nothing.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${css}</style>
</head>
<body>
${renderToString(body)}
</body>
</html>
`
}
