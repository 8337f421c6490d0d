import { once } from 'node:events'
import type { Server } from 'node:http'
import { join } from 'node:path'
import { createPage } from '../demo-page/create-page.ts'
import type { PixServer } from '../pix-server.ts'
import { type ReadPicture, actionsOf, errorView } from './actions.ts'

/**
 * Serves the bank's app as a page on this machine, and what it can do as JSON for a test. With `readPicture` it takes
 * pictures of codes too.
 */
export async function serveBankPage(
  server: PixServer,
  port: number,
  { readPicture }: { readPicture?: ReadPicture } = {},
): Promise<Server> {
  const html = join(import.meta.dirname, 'bank-page.html')
  const page = createPage({ html, actions: actionsOf(server, readPicture), explain: errorView })
  await once(page.listen(port, '127.0.0.1'), 'listening')
  return page
}
