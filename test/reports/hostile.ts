/** A target that answers with whatever might break the form that shows it. */
import type { Evidence, Result } from '../../schemas/report.ts'
import { result } from './samples.ts'

/** Script, markup, ends of elements, Markdown, workflow commands and characters that no XML holds. */
export const nasty =
  '<script>globalThis.hit = 1</script><img src=x onerror="globalThis.hit = 2">"\'><svg onload=globalThis.hit=3> ' +
  '</script></pre></details></title> ]]> <!-- &amp; [link](javascript:hit) ![i](http://evil.example/i.png) @everyone ' +
  '| cell | `code` ``` fence\n```\n# head\n::error::made up\n\u0000\u0001\u001B[31m\u2028\u2029\uD800 end'

export const evidence = (text: string): Evidence => ({
  request: { method: 'POST', url: `http://a.b/${text}`, headers: { [text]: text }, body: text },
  response: { status: 200, headers: { 'x-nasty': text }, body: text, durationMs: 3 },
  curl: `curl -i 'http://a.b/${text}'`,
})

/** One result of each verdict that says nasty things in each of its texts. */
export const hostile: readonly Result[] = (
  ['fail', 'warn', 'note', 'known', 'inconclusive', 'blocked', 'skipped', 'error'] as const
).map((verdict, index) =>
  result(['sqla.create', 'port.one', 'user.all', 'admin.one'][index % 4] ?? 'sqla.one', verdict, {
    check: `auth/${verdict}`,
    id: `${['sqla.create', 'port.one', 'user.all', 'admin.one'][index % 4]} auth/${verdict}`,
    message: nasty,
    expected: nasty,
    got: nasty,
    ...(['inconclusive', 'blocked', 'skipped'].includes(verdict) ? { reason: nasty, supply: nasty } : {}),
    evidence: [evidence(nasty)],
  }),
)
