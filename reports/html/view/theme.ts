/** Light or dark: as the reader's system has it, until they say otherwise. */
import { useEffect, useState } from 'preact/hooks'
import { html, type View } from './html.ts'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]

const KEY = 'touchstone-theme'

/** Pages from disk may have no storage: then the choice holds for as long as the page is open. */
function kept(): Theme {
  try {
    return themes.find((theme) => theme === localStorage.getItem(KEY)) ?? 'system'
  } catch {
    return 'system'
  }
}

function keep(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // See kept().
  }
}

export function Theme(): View {
  const [theme, setTheme] = useState<Theme>('system')
  useEffect(() => setTheme(kept()), [])
  useEffect(() => {
    document.documentElement.dataset['theme'] = theme
    dispatchEvent(new Event('themechange'))
  }, [theme])
  const choose = (next: Theme) => {
    keep(next)
    setTheme(next)
  }
  return html`<div class="theme" role="group" aria-label="Colours">
    ${themes.map(
      (one) =>
        html`<button
          type="button"
          key=${one}
          aria-pressed=${one === theme ? 'true' : 'false'}
          onClick=${() => choose(one)}
        >
          ${one}
        </button>`,
    )}
  </div>`
}
