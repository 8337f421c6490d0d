import type { WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { Deps } from '#platform/deps'
import { type Supervisor, createSupervisor } from './supervisor.ts'
import { sweepSecrets } from './sweep-secrets.ts'
import type { Pictures } from '#modules/contacts'
import type { ShowPresence } from '#modules/inbound'
import './whatsapp-sessions.facts.ts'
import { whatsAppSessionsLive } from './whatsapp-sessions.live.ts'
import { whatsAppSessionsRoutes } from './whatsapp-sessions.routes.ts'

export { linkAnew, openNewSession, unlinkOldSession } from './change-session.ts'

interface Wiring {
  channel: WhatsAppWebChannel
  showPresence: ShowPresence
  pictures: Pick<Pictures, 'changed'>
}

export function registerWhatsAppSessions(deps: Deps, wiring: Wiring): Supervisor {
  const supervisor = createSupervisor(deps, wiring)
  whatsAppSessionsRoutes(deps, supervisor.wake)
  whatsAppSessionsLive(deps, supervisor.wake)
  deps.jobs.defineTimer('whatsapp.sweep', '23 * * * *', () => sweepSecrets(deps))
  return supervisor
}
