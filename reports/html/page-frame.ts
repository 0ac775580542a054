/** A page as one file that needs nothing else, read from disk or printed. */
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'

/** Text within markup that is not made by `html` tags. */
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/**
 * One file that needs nothing else. Whatever slipped through could load nothing, send nothing and run nothing.
 * @param css our own, in which nothing of a target stands
 * @param body markup
 * @param scripts sources that the page may run, as a content security policy names them
 */
export function pageFrame(title: string, css: string, body: string, scripts?: string): string {
  const policy = [
    `default-src 'none'`,
    ...(scripts === undefined ? [] : [`script-src ${scripts}`]),
    `style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'`,
  ].join('; ')
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
${body}
</body>
</html>
`
}

/** @param css our own, in which nothing of a target stands */
export const staticPage = (title: string, css: string, body: VNode): string =>
  pageFrame(title, css, renderToString(body))
