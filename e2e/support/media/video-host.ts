import type { BrowserContext } from '@playwright/test'

const addresses = 'https://*.youtube*.com/**'

/** A player that says that it is there when it is asked, as that of the video host does. */
const player = `<!doctype html><title>Player</title><body style="margin:0;background:#123">
  <button style="width:100%;height:100vh">Pausar</button>
  <script>
    addEventListener('message', ({ data, source, origin }) => {
      if (JSON.parse(data).event === 'listening') source.postMessage(JSON.stringify({ event: 'onReady' }), origin)
    })
  </script>`

export interface VideoHost {
  /** Addresses that were asked for. */
  readonly asked: string[]
  /** From now on there is no way to it, as on a network without the internet. */
  goAway: () => void
  comeBack: () => void
}

/** Stands in for the host of the help videos. */
export async function videoHostOf(context: BrowserContext): Promise<VideoHost> {
  const asked: string[] = []
  let isAway = false
  await context.route(addresses, async (route) => {
    asked.push(route.request().url())
    if (isAway) return route.abort('namenotresolved')
    return route.fulfill({ contentType: 'text/html', body: player })
  })
  return { asked, goAway: () => void (isAway = true), comeBack: () => void (isAway = false) }
}
