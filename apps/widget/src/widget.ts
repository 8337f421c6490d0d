import { createChat } from './chat.ts'
import { mount } from './mount.tsx'

declare global {
  interface Window {
    /** The only name that the widget leaves on a page. */
    Guiche?: { open(): void; close(): void }
  }
}

// `currentScript` is null when a tag manager inserted the script.
const script = document.currentScript ?? document.querySelector('script[data-token][src*="/widget.js"]')
if (script instanceof HTMLScriptElement && !window.Guiche) start(script)

/** `<script src="https://HOST/widget.js" data-token="TOKEN" async></script>` */
function start({ src, dataset }: HTMLScriptElement): void {
  const { token, language, theme = 'light' } = dataset
  if (!token) return
  const chat = createChat(new URL(src).origin, token)
  window.Guiche = { open: () => void chat.open(), close: () => void chat.close() }
  whenReady(() => {
    mount(chat, { isPage: false, language, theme })
    void chat.start()
  })
}

/** With `async` the script may run before there is a body. */
function whenReady(work: () => void): void {
  if (document.body) work()
  else document.addEventListener('DOMContentLoaded', work)
}
