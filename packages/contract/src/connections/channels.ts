import { z } from 'zod'
import type { NeededFeature } from '../companies/plan-features.ts'

export const channels = ['whatsapp', 'facebook', 'instagram', 'webchat'] as const
export const Channel = z.enum(channels)
export type Channel = z.output<typeof Channel>

/** What the plan must have to open a connection of the channel and to run it. The web chat is part of every plan. */
export const channelFeatures: Readonly<Record<Channel, NeededFeature>> = {
  whatsapp: 'useWhatsapp',
  facebook: 'useFacebook',
  instagram: 'useInstagram',
  webchat: 'none',
}
