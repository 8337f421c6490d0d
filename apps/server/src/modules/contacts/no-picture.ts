import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Deps } from '#platform/deps'

/** The address of the picture for contacts without one. */
export const noPicture = '/public/nopicture.png'

/** Allowed on pages of other origins, because existing clients are not served from here. */
export function serveNoPicture({ http }: Deps): void {
  const picture = readFileSync(join(import.meta.dirname, 'no-picture.png'))
  http.get(noPicture, (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=86400', 'cross-origin-resource-policy': 'cross-origin' })
      .type('image/png')
      .send(picture),
  )
}
