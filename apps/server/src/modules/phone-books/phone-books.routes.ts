import type { Channels } from '#channels/registry'
import type { Deps } from '#platform/deps'
import type { CreateLimiter } from '#platform/security/rate-limits'
import { importPhoneBook } from './import-phone-book.ts'

interface Wiring {
  channels: Channels
  createLimiter: CreateLimiter
}

export function phoneBooksRoutes(deps: Deps, { channels, createLimiter }: Wiring): void {
  // Each import makes WhatsApp send the whole phone book again.
  const perCompany = createLimiter({ name: 'phone-book-import', points: 10, duration: 600, failsOpen: true })
  deps.routes.handle('importPhoneBook', async ({ actor, body }) => {
    await perCompany.take(String(actor.companyId))
    const counts = await importPhoneBook({ ...deps, channels }, actor, body.whatsappId)
    return { message: 'Contacts imported', ...counts }
  })
}
