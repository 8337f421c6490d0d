import { join } from 'node:path'
import { createPage } from '@guiche/pix-testserver/demo-page'
import { listenFrom } from '../../free-port.ts'
import type { ChatLink } from './bot-queues.ts'
import type { DemoFile } from './demo-files.ts'
import type { Switches } from './switches.ts'

/** What the page shows, as soon as it is there. */
export interface Shown {
  productUrl: string
  links: readonly ChatLink[]
  switches: Switches
}

/** Serves the files of the robots at once, and the page with their switches when `show` was called. */
export async function serveBotsPage(files: ReadonlyMap<string, DemoFile>, port: number) {
  let shown: Shown | undefined
  const page = createPage({
    html: join(import.meta.dirname, 'bots-page.html'),
    actions: {
      'GET /state': stateNow,
      'POST /switch': (body) => {
        const { service, behaviour } = Object.fromEntries(Object.entries(body ?? {}))
        shown?.switches.turn(String(service), String(behaviour))
        return stateNow()
      },
    },
    fileAt: (folder, name = '') => (folder === 'files' ? files.get(name) : undefined),
  })
  const found = await listenFrom(page, port)
  return { url: `http://127.0.0.1:${found}`, host: `127.0.0.1:${found}`, show: (next: Shown) => void (shown = next) }

  function stateNow() {
    if (!shown) return { productUrl: '', links: [], services: {} }
    const { productUrl, links, switches } = shown
    return { productUrl, links, services: switches.shown() }
  }
}
