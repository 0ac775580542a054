/** Markup as tagged text. Whatever is put into it becomes text or a property, never markup: a target's words stay words. */
import type { VNode } from 'preact'

export { html } from 'htm/preact'

export type View = VNode | readonly VNode[] | null
