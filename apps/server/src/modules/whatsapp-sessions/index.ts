import type { WhatsAppWebChannel } from '#channels/whatsapp-web'
import type { Deps } from '#platform/deps'
import { followConnections } from './change-session.ts'
import { type Supervisor, createSupervisor } from './supervisor.ts'
import { sweepSecrets } from './sweep-secrets.ts'
import type { Pictures } from '#modules/contacts'
import { createCustomerPresence } from '#modules/inbound'
import './whatsapp-sessions.facts.ts'
import { whatsAppSessionsLive } from './whatsapp-sessions.live.ts'
import { whatsAppSessionsRoutes } from './whatsapp-sessions.routes.ts'

interface Wiring {
  channel: WhatsAppWebChannel
  pictures: Pick<Pictures, 'changed'>
}

export function registerWhatsAppSessions(deps: Deps, wiring: Wiring): Supervisor {
  const supervisor = createSupervisor(deps, { ...wiring, showPresence: createCustomerPresence(deps) })
  whatsAppSessionsRoutes(deps, supervisor.wake)
  whatsAppSessionsLive(deps, supervisor.wake)
  followConnections(deps)
  deps.jobs.defineTimer('whatsapp.sweep', '23 * * * *', () => sweepSecrets(deps))
  return supervisor
}
