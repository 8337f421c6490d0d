import { render } from 'preact'
import type { Chat } from './chat.ts'
import { readableColorOn, solidColor, textOn } from './contrast.ts'
import { allowSound } from './sound.ts'
import styles from './style.css?inline'
import { textsFor } from './texts/index.ts'
import { WindowContext } from './ui/context.ts'
import { Launcher } from './ui/launcher.tsx'
import { Page } from './ui/page.tsx'
import { isNarrow } from './ui/panel.tsx'

interface Options {
  isPage: boolean
  language?: string | undefined
  theme: string
}

/** Renders the chat into a shadow root, so that page styles and ours do not mix. */
export function mount(chat: Chat, { isPage, language, theme }: Options): void {
  const host = document.createElement('guiche-chat')
  const root = host.attachShadow({ mode: 'open' })
  const box = document.createElement('div')
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const sheet = new CSSStyleSheet()
  // A constructed stylesheet: a policy of the page against inline styles does not block it.
  sheet.replaceSync(styles)
  root.adoptedStyleSheets = [sheet]
  root.append(box)
  // Outside of body: its filters and transforms would capture fixed elements, and some sites replace the whole
  // body.
  document.documentElement.append(host)

  keepKeys(root, chat, isPage)
  keepFocus(root, chat)
  fitAboveKeyboard(box)
  root.addEventListener('pointerdown', allowSound)
  dark.addEventListener('change', draw)
  chat.onChange(draw)
  draw()

  function draw(): void {
    const { state } = chat
    const speech = textsFor([language, state.info?.language, ...navigator.languages])
    const ground = solidColor(state.info?.color ?? '')
    box.lang = speech.language
    box.className = isPage ? 'box page' : 'box'
    box.dataset['theme'] = theme === 'dark' || (theme === 'auto' && dark.matches) ? 'dark' : 'light'
    box.style.setProperty('--fill', ground)
    box.style.setProperty('--on-fill', textOn(ground))
    box.style.setProperty('--read', readableColorOn(ground))
    const window = { ...speech, chat, state, isPage }
    render(<WindowContext.Provider value={window}>{isPage ? <Page /> : <Launcher />}</WindowContext.Provider>, box)
  }
}

/** Keeps keys from the page's shortcuts. Escape closes the chat; on a small screen Tab stays inside. */
function keepKeys(root: ShadowRoot, chat: Chat, isPage: boolean): void {
  for (const type of ['keydown', 'keypress', 'keyup']) root.addEventListener(type, (event) => event.stopPropagation())
  root.addEventListener('keydown', (event) => {
    if (isPage || !(event instanceof KeyboardEvent)) return
    if (event.key === 'Escape') void chat.close()
    if (event.key !== 'Tab' || !isNarrow()) return
    const stops = [
      ...root.querySelectorAll<HTMLElement>('.panel :is(button, a, input, textarea, .log, audio, video)'),
    ].filter((stop) => stop.getClientRects().length > 0 && stop.tabIndex >= 0)
    const [from, to] = event.shiftKey ? [stops[0], stops.at(-1)] : [stops.at(-1), stops[0]]
    if (root.activeElement !== from || !to) return
    event.preventDefault()
    to.focus()
  })
}

/** Restores the focus when the chat closes. */
function keepFocus(root: ShadowRoot, chat: Chat): void {
  let before: Element | null = null
  let wasOpen = false
  chat.onChange(() => {
    const { isOpen } = chat.state
    if (isOpen === wasOpen) return
    wasOpen = isOpen
    if (isOpen) before = document.activeElement
    else queueMicrotask(() => focus(before === root.host ? root.querySelector('.launcher') : before))
  })
}

function focus(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true })
}

/** The keyboard of a phone covers the page; only the visual viewport has the remaining height. */
function fitAboveKeyboard(box: HTMLElement): void {
  const view = window.visualViewport
  if (!view) return
  const fit = () => {
    box.style.setProperty('--height', `${view.height}px`)
    box.style.setProperty('--top', `${view.offsetTop}px`)
  }
  view.addEventListener('resize', fit)
  view.addEventListener('scroll', fit)
  fit()
}
